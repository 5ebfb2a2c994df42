"""formola translate: generated programs compile, run and agree with formola simulate."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import formola_program as fp
from c_program_test import COMPILERS, STRICT, CProgramTest

MODELS = fp.ROOT / "tests" / "translate"
GOLDEN = fp.ROOT / "tests" / "golden"


@unittest.skipUnless(fp.program(), "the program is not built")
class TranslateTest(CProgramTest):
    def test_blocks(self):
        self.check_c(MODELS / "blocks.mo", stop=2.0)

    def test_circuit(self):
        self.check_c(MODELS / "rlc.dym", stop=2.0)
        self.check_c(MODELS / "rlc.mo", ["Rlc.rlc"], stop=2.0)

    def test_goldens(self):
        self.check_c(GOLDEN / "simulate" / "rc_charge.mo", ["RC"])
        self.check_c(GOLDEN / "simulate" / "parallel_capacitors.mo")
        self.check_c(GOLDEN / "simulate" / "hints.mo")

    def test_inlined_steps(self):
        methods = "be bdf2 bdf3 trapezoid bi2 am3 sdirk4 radau3 radau5 lobatto4".split()
        self.check_c(MODELS / "blocks.mo", stop=2.0, methods=[f"inline:{m}" for m in methods])
        self.check_c(MODELS / "rlc.dym", stop=2.0, methods=["inline:be"])
        self.check_c(MODELS / "transistor.mo", stop=1e-3, methods=["inline:radau3", "inline:lobatto4"])

    def test_methods_that_cannot_be_fixed(self):
        for method in ("ida", "inline:bdf", "dopri5"):
            fp.run("translate", MODELS / "blocks.mo", "--to", "c", "--method", method, status=2)
        fp.run("translate", MODELS / "blocks.mo", "--to", "acsl", "--method", "inline:be", status=2)

    def test_events(self):
        simulate = GOLDEN / "simulate"
        both = ("rk4", "inline:be")
        self.check_c(simulate / "bouncing_ball.mo", stop=2.0, steps=200, methods=both)
        self.check_c(simulate / "sampled.mo", methods=both)  # sample, pre, when
        self.check_c(MODELS / "switched.mo", stop=2.0, methods=(*both, "inline:bdf2"))
        # a mixed block that goes on with another mode
        self.check_c(simulate / "friction_breakaway.mo", stop=0.54, steps=54, methods=both)

    def test_terminal(self):
        for model, stop in (("terminal_at_end", 1.0), ("terminal_after_terminate", 2.0)):
            path = GOLDEN / "simulate" / f"{model}.mo"
            expected = dict(re.findall(r"// final: (\w+) = (\S+)", path.read_text(encoding="utf-8")))
            for method in ("rk4", "inline:radau5"):
                source = self.translate([path], [], stop, 100, method)
                binary = self.compile(source, self.compilers[0], "-DFORMOLA_MAIN")
                done = subprocess.run([binary], stdout=subprocess.PIPE, encoding="utf-8", check=True)
                columns = fp.read_csv(done.stdout)
                for name, value in expected.items():
                    self.assertAlmostEqual(columns[name][-1], float(value), 9, f"{model}, {method}: {name}")

    def test_functions(self):
        self.check_c(MODELS / "functions.mo", ["Functions.Test"], methods=("rk4", "inline:be"))
        self.check_c(GOLDEN / "simulate" / "differentiated_function.mo", methods=("rk4",))

    def test_external_functions(self):
        """The program declares them; here they are linked from the texts of their annotations."""
        path = MODELS / "external.mo"
        source = self.translate([path], [], 1.0, 100, "rk4")
        other = self.folder / "external.c"
        texts = re.findall(r'Include = "static (.*?)"\)', path.read_text(encoding="utf-8"))
        self.assertEqual(len(texts), 2)
        other.write_text("double scaled_by(double, int);\nvoid parts_of(const double *, int, double *, int *);\n"
                         + "\n".join(texts) + "\n", encoding="utf-8")
        expected = self.simulate([path], [], 1.0, 100, "rk4", "--trust", path)
        for compiler in COMPILERS:
            binary = self.compile(source, compiler, "-O2", "-DFORMOLA_MAIN", str(other))
            done = subprocess.run([binary], stdout=subprocess.PIPE, check=True)
            worst, name = self.largest_difference(expected, fp.read_csv(done.stdout.decode()))
            self.assertLess(worst, 1e-12, name)

    def test_delay_is_refused_with_its_place(self):
        path = GOLDEN / "analytic" / "delay_line.mo"
        for target in ("matlab", "simulink", "acsl"):
            done = subprocess.run(
                [fp.program(), "translate", path, "--to", target],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False,
            )
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, r"delay_line.mo:\d+:\d+: error: .* it uses delay\(\)")

    def test_past_that_is_too_short(self):
        """A ring of fixed size keeps the past of delay(): the program says when it is full."""
        source = self.translate([MODELS / "sweep.mo"], ["Sweep.DelayedJumps"], 2.0, 200, "rk4")
        for entries, status in ((8, 1), (24, 0)):
            options = ["-DFORMOLA_MAIN", f"-DFORMOLA_DELAY_ENTRIES={entries}"]
            binary = self.compile(source, self.compilers[0], *options)
            done = subprocess.run([binary], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False)
            self.assertEqual(done.returncode, status, entries)
            self.assertEqual("compile with a larger FORMOLA_DELAY_ENTRIES" in done.stderr, status == 1)

    def test_robot(self):
        """The inlined robot: nothing is allocated, and it does what the simulator does."""
        robot = ["Formola.Examples.Robot.R3Robot66"]
        smooth = ["--set", "friction=false"]
        source = self.translate([], robot, 0.05, 50, "inline:be", *smooth)
        for compiler in COMPILERS:
            self.compile(source, compiler, "-fsyntax-only", "-DFORMOLA_MAIN", "-DFORMOLA_TIMING")
        compiler = COMPILERS[0]
        library = self.folder / "model.o"
        command = [compiler, *STRICT, "-O1", "-c", str(source), "-o", str(library)]
        subprocess.run(command, check=True)
        symbols = subprocess.run(["nm", "-u", str(library)], stdout=subprocess.PIPE, check=True)
        used = set(re.findall(r"U (\w+)", symbols.stdout.decode()))
        self.assertLessEqual(used, {"memcpy", "memset", "sincos", "sin", "cos", "sqrt"})
        binary = self.compile(source, compiler, "-O1", "-DFORMOLA_MAIN")
        done = subprocess.run([binary], stdout=subprocess.PIPE, check=False)
        found = fp.read_csv(done.stdout.decode())
        expected = self.simulate([], robot, 0.05, 50, "inline:be", *smooth)
        worst, name = self.largest_difference(expected, found)
        self.assertLess(worst, 1e-12, name)

    def test_what_is_refused_is_named(self):
        """Where it is, why, and which language can."""
        sweep = fp.ROOT / "tests" / "translate" / "sweep.mo"
        ball = [GOLDEN / "simulate" / "bouncing_ball.mo"]
        cases = [
            (ball, ("acsl", "simnon", "desire", "dsblock"), r"bouncing_ball.mo:20:3: error: .* it has a when-clause.*--to c"),
            ([sweep, "Sweep.DelayEquation"], ("matlab", "simulink", "acsl", "dsblock"), r"sweep.mo:\d+:\d+: error: .* delay\(\).*--to c"),
            ([sweep, "Sweep.Clocked"], ("dsblock",), r"sweep.mo:\d+:\d+: error: .* no events \(--to c"),
        ]
        for model, targets, expected in cases:
            for target in targets:
                with self.subTest(f"{model} {target}"):
                    done = subprocess.run(
                        [fp.program(), "translate", *model, "--to", target],
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False,
                    )
                    self.assertEqual(done.returncode, 1)
                    self.assertRegex(done.stderr, expected)
                    self.assertEqual(done.stderr.count("error:"), 1, done.stderr)


@unittest.skipUnless(fp.program(), "the program is not built")
class SimulationLanguagesTest(unittest.TestCase):
    """DSblock and Octave programs run; ACSL, Simnon and DESIRE: test_simulation_languages.py."""

    def translate(self, target, path=MODELS / "rlc.dym"):
        return fp.run("translate", path, "--to", target)

    def test_dsblock(self):
        """Both forms, by a program that calls them: residuals vanish where the ODE form says so."""
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "model.c"
            text = self.translate("dsblock", MODELS / "blocks.mo")
            source.write_text(text + DSBLOCK_MAIN, encoding="utf-8")
            for compiler in COMPILERS:
                binary = pathlib.Path(folder) / "program"
                command = [compiler, *STRICT, str(source), "-lm", "-o", str(binary)]
                done = subprocess.run(command, stderr=subprocess.PIPE, encoding="utf-8", check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                done = subprocess.run([binary], stdout=subprocess.PIPE, encoding="utf-8", check=True)
                at_solution, elsewhere = (float(x) for x in done.stdout.split())
                self.assertLess(at_solution, 1e-13)
                self.assertGreater(elsewhere, 1e-3)

    def test_nonlinear_systems_are_refused(self):
        for target in ("simnon", "desire"):
            fp.run("translate", MODELS / "blocks.mo", "--to", target, status=1)

    @unittest.skipUnless(shutil.which("octave-cli"), "Octave is not installed")
    def test_octave(self):
        for path, model in ((MODELS / "rlc.dym", "rlc"), (MODELS / "blocks.mo", "Blocks")):
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                text = fp.run("translate", path, model, "--to", "matlab")
                (folder / f"{model}.m").write_text(text, encoding="utf-8")
                text = fp.run("translate", path, model, "--to", "simulink")
                block = text.replace(f"= {model}(", "= sfun(")
                (folder / "sfun.m").write_text(block, encoding="utf-8")
                run = folder / "run.m"
                run.write_text(OCTAVE.replace("MODEL", model), encoding="utf-8")
                command = ["octave-cli", "--quiet", "--no-init-file", "run.m"]
                done = subprocess.run(
                    command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8",
                    check=False,
                )
                self.assertEqual(done.returncode, 0, done.stderr)
                found = [float(x) for x in done.stdout.split()]
                out = folder / "simulated.csv"
                options = ["--method", "rk4", "--step", 0.01, "--stop", 1, "--intervals", 100]
                options += ["--tolerance", 1e-12, "--output", out, "--quiet"]
                fp.run("simulate", path, model, *options)
                simulated = fp.read_csv(out)
                states = json.loads(fp.run("inspect", path, model, "--json"))["states"]
                self.assertEqual(len(found), 2 * len(states))
                for i, state in enumerate(states):
                    self.assertAlmostEqual(found[i], simulated[state][-1], 11, f"{model}: {state}")
                    rate = simulated[f"der({state})"][-1]
                    self.assertAlmostEqual(found[len(states) + i], rate, 10, f"{model}: {state}")


DSBLOCK_MAIN = """
#include <stdio.h>
int main(void)
{
  double x[8], z[8], dx[8], r[16], y[8] = {0}, most = 0;
  int i;
  if (Blocks_states != 3 || Blocks_algebraic < 2 || Blocks_start(0.0, x, z)) return 1;
  x[0] = 0.7;
  if (Blocks_ode(0.2, x, y, dx, y)) return 1;
  for (i = 0; i < Blocks_algebraic; ++i) z[i] = model.v[algebraic[i]];
  if (Blocks_dae(0.2, x, dx, z, y, r, y)) return 1;
  for (i = 0; i < Blocks_states + Blocks_algebraic; ++i) most = fmax(most, fabs(r[i]));
  printf("%g\\n", most);
  z[0] += 0.1;
  if (Blocks_dae(0.2, x, dx, z, y, r, y)) return 1;
  printf("%g\\n", fabs(r[Blocks_states]));
  return 0;
}
"""

# The classical Runge-Kutta method on the function file; then the rates by the S-function.
OCTAVE = """x = MODEL();
h = 0.01;
for k = 0:99
  t = h*k;
  k1 = MODEL(t, x);
  k2 = MODEL(t + h/2, x + h/2*k1);
  k3 = MODEL(t + h/2, x + h/2*k2);
  k4 = MODEL(t + h, x + h*k3);
  x = x + h/6*(k1 + 2*(k2 + k3) + k4);
end
printf("%.17g\\n", x);
sizes = sfun(0, [], [], 0);
assert(sizes(1) == numel(x));
printf("%.17g\\n", sfun(1, x, [], 1));
"""


@unittest.skipUnless(fp.program(), "the program is not built")
class ConvertTest(unittest.TestCase):
    """A .dym file, its conversion and a Modelica version by hand give the same states and trajectories."""

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def facts(self, *arguments):
        found = json.loads(fp.run("inspect", *arguments, "--json"))
        # The ground's current is one more equation in Modelica; connectors are aliases.
        found["left"] = found["equations"] - found["aliases"]
        return found

    def simulate(self, *arguments):
        out = self.folder / "result.csv"
        options = ["--method", "rk4", "--step", 0.01, "--stop", 1, "--output", out, "--quiet"]
        fp.run("simulate", *arguments, *options)
        return fp.read_csv(out)

    def check(self, path, model, ground):
        converted = self.folder / "converted.mo"
        converted.write_text(fp.run("convert", path), encoding="utf-8")
        a, b = self.facts(path, model), self.facts(converted, model)
        for key in ("states", "differentiated_equations", "largest_block"):
            self.assertEqual(a[key], b[key], f"{path.name}: {key}")
        self.assertEqual(a["left"] + ground, b["left"], path.name)
        x, y = self.simulate(path, model), self.simulate(converted, model)
        self.assertLessEqual(set(x), set(y))
        worst, name = fp.largest_difference(x, y, x)
        self.assertLess(worst, 1e-9, f"{path.name}: {name}")
        return a, x

    def test_listings(self):
        folder = GOLDEN / "dymola_notation"
        for case, model, ground in (
            ("w2_circuit", "circuit", 1),
            ("w4_divider", "divider", 0),
            ("w5_parallel_capacitors", "parcap", 1),
            ("drive_train", "drive", 0),
            ("one_port_inherit", "excerpt", 1),
            ("every_form", "whole", 1),
        ):
            with self.subTest(case):
                self.check(folder / f"{case}.dym", model, ground)

    def test_three_versions(self):
        facts, dym = self.check(MODELS / "rlc.dym", "rlc", 1)
        by_hand = self.facts(MODELS / "rlc.mo", "Rlc.rlc")
        self.assertEqual(facts["states"], by_hand["states"])
        other = self.simulate(MODELS / "rlc.mo", "Rlc.rlc")
        both = set(dym) & set(other) - {"U0.i"}  # a source gives what a two-pin takes
        self.assertLessEqual({"C.u", "L.i", "R1.i", "y1", "y2"}, both)
        worst, name = fp.largest_difference(dym, other, both)
        self.assertLess(worst, 1e-9, name)


if __name__ == "__main__":
    unittest.main()
