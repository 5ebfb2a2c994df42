"""C programs iterate as formola simulate does: stiff chemistry, diodes, friction, events, mechanisms, steps that are too long."""

import json
import math
import re
import subprocess
import unittest

import formola_program as fp
from c_program_test import COMPILERS, CProgramTest

STIFF = fp.ROOT / "tests" / "translate" / "stiff.mo"
LOAD_AFTER_A_FAULT = fp.ROOT / "tests" / "golden" / "events" / "load_after_a_fault.mo"
LOAD_FLOW = fp.ROOT / "tests" / "golden" / "simulate" / "load_flow_start_values.mo"
METHODS = "be bdf2 bdf3 bdf4 bdf5 bdf6 trapezoid bi2 am3 sdirk4 radau3 radau5 lobatto4".split()

# Model: end of the comparison and step sizes, some far too long for the solution.
MODELS = {
    "Robertson": (4.0, (0.01, 0.1, 0.5)),
    "RobertsonDae": (4.0, (0.01, 0.1, 0.5)),
    "Oregonator": (10.0, (0.05, 0.5)),
    "VanDerPol": (2.0, (0.01, 0.1)),
    "Ignition": (2.0, (0.01, 0.1)),
    "Autocatalysis": (4.0, (0.02, 0.2)),
    "Diodes": (0.1, (5e-4, 5e-3)),
    "Clamp": (1.0, (0.01, 0.1)),
    "SmoothFriction": (4.0, (0.02, 0.1)),
    "Bristles": (2.0, (0.01, 0.05)),
    "Coulomb": (3.0, (0.01, 0.1)),
    "Pendulum": (2.0, (0.01, 0.05)),
    "StiffPendulum": (1.0, (0.01, 0.05)),
    "Tank": (3.0, (0.01, 0.1)),
    "Thermostat": (20.0, (0.1, 1.0)),
    "ManyRoots": (3.0, (0.01, 0.1)),
    "Bounded": (0.05, (5e-4, 5e-3)),
}

SMOOTH = set(MODELS) - {"Coulomb", "Pendulum", "Tank", "Thermostat"}

ITERATIONS_MAIN = """
#include <stdio.h>
int main(void)
{
  static %(model)s m;
  long i;
  int failed = %(model)s_init(&m, 0.0);
  for (i = 0; i < %(steps)d && !failed; ++i) {
    m.time = %(step)r*(double)i;
    failed = %(model)s_step(&m, %(step)r);
  }
  printf("%%d %%ld\\n", failed, m.iterations);
  return 0;
}
"""


@unittest.skipUnless(fp.program() and COMPILERS, "the program or a compiler is missing")
class StiffTest(CProgramTest):
    compilers = COMPILERS[:1]

    def run_both(self, model, stop, step, method, *more):
        """Columns of the C program and of the simulation with the same options; None: it failed, and said so."""
        options = ["--stop", stop, "--step", step, "--method", f"inline:{method}", *more]
        source = self.folder / "model.c"
        source.write_text(fp.run("translate", STIFF, f"Stiff.{model}", "--to", "c", *options), encoding="utf-8")
        binary = self.compile(source, self.compilers[0], "-DFORMOLA_MAIN")
        done = subprocess.run([binary], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False)
        self.assertIn(done.returncode, (0, 1, 2))
        self.assertEqual(done.returncode == 0, done.stderr == "", done.stderr)
        out = self.folder / "simulated.csv"
        report = self.folder / "report.json"
        arguments = ["simulate", STIFF, f"Stiff.{model}", *options, "--intervals", round(stop / step)]
        arguments += ["--output", out, "--report", report]
        simulated = subprocess.run(
            [fp.program(), *(str(a) for a in arguments), "--quiet"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False,
        )
        found = fp.read_csv(done.stdout) if done.returncode != 1 else None
        self.report = json.loads(report.read_text(encoding="utf-8")) if simulated.returncode == 0 else {}
        return found, fp.read_csv(out) if simulated.returncode == 0 else None, done, simulated

    def check_same(self, model, stop, step, method, *more, tolerance=1e-6):
        """Smooth models: up to rounding. Else, at events and where states change, up to a tenth of the tolerance."""
        with self.subTest(f"{model} {step} {method} {more}"):
            found, expected, done, _ = self.run_both(model, stop, step, method, "--tolerance", tolerance, *more)
            if expected is None:
                self.assertIsNone(found, "only the simulation says that it failed")
                return
            if found is None:
                # The simulator goes on with an event where a branch of solutions ends; the C program says that it does.
                self.assertGreater(self.report["state_events"], 0, f"only the C program fails: {done.stderr}")
                self.assertRegex(done.stderr, "could not be solved")
                return
            worst, name = self.largest_difference(expected, found)
            self.assertLess(worst, 1e-9 if model in SMOOTH and self.report["state_events"] == 0 else tolerance / 10, name)

    def test_robertson_to_40(self):
        """The programs that leapt to another root: y1 = 0.71583."""
        for method, step in (("radau5", 0.1), ("sdirk4", 0.1), ("radau3", 0.01)):
            found, expected, _, _ = self.run_both("Robertson", 40.0, step, method)
            self.assertAlmostEqual(found["y1"][-1], 0.71583, 4, method)
            self.assertAlmostEqual(expected["y1"][-1], 0.71583, 4, method)

    def test_every_method(self):
        for method in METHODS:
            for step in (0.01, 0.1):
                self.check_same("Robertson", 4.0, step, method)
            self.check_same("Tank", 3.0, 0.1, method)
            self.check_same("Diodes", 0.1, 1e-3, method)

    def test_models(self):
        for model, (stop, steps) in MODELS.items():
            for step in steps:
                for method in ("be", "trapezoid", "sdirk4", "radau5"):
                    self.check_same(model, stop, step, method)

    def test_iterations(self):
        """Not only the results: the numbers of Newton iterations are the same."""
        for model, stop, step in (("Robertson", 4.0, 0.1), ("Oregonator", 10.0, 0.05), ("StiffPendulum", 1.0, 0.01)):
            for method in ("be", "bdf3", "trapezoid", "sdirk4", "radau5"):
                with self.subTest(f"{model} {method}"):
                    self.run_both(model, stop, step, method)
                    source = self.folder / "model.c"
                    text = source.read_text(encoding="utf-8")
                    steps = round(stop / step)
                    source.write_text(text + ITERATIONS_MAIN % {"model": model, "steps": steps, "step": step}, encoding="utf-8")
                    binary = self.compile(source, self.compilers[0])
                    done = subprocess.run([binary], stdout=subprocess.PIPE, encoding="utf-8", check=True)
                    self.assertEqual(done.stdout.split(), ["0", str(self.report["newton_iterations"])])

    def test_tolerances(self):
        for tolerance in (1e-3, 1e-9):
            for model in ("Robertson", "Thermostat", "StiffPendulum"):
                stop, steps = MODELS[model]
                self.check_same(model, stop, steps[0], "be", tolerance=tolerance)
                self.check_same(model, stop, steps[0], "radau3", tolerance=tolerance)

    def test_real_time(self):
        """What is not solved in so many iterations is counted, as in the simulator."""
        for iterations in (1, 2, 5):
            more = ["--real-time", "--real-time-iterations", iterations]
            for model, step in (("Robertson", 0.1), ("VanDerPol", 0.1), ("Clamp", 0.1)):
                with self.subTest(f"{model} {iterations}"):
                    found, expected, done, simulated = self.run_both(model, MODELS[model][0], step, "be", *more)
                    self.assertEqual(found is None, expected is None)
                    pattern = r"(\d+) of (\d+) steps were not solved"
                    told, wanted = (re.search(pattern, text) for text in (done.stderr, simulated.stderr))
                    self.assertEqual(told and told.groups(), wanted and wanted.groups())
                    self.assertEqual(done.returncode, 2 if told else 0)
                    worst, name = self.largest_difference(expected, found)
                    self.assertLess(worst, 1e-9, name)

    def test_failure_is_told(self):
        """An equation without a solution from some time on: the step fails, with its time and what it is about."""
        model = self.folder / "Ends.mo"
        model.write_text(
            "model Ends Real x(start = 1, fixed = true), y(start = 1); equation der(x) = -1;"
            " y^2 + 1e-3*exp(-y) = x; end Ends;\n", encoding="utf-8")
        for method in ([], ["--method", "inline:be"], ["--method", "inline:radau5"]):
            source = self.folder / "ends.c"
            options = ["--to", "c", "--stop", 2, "--step", 0.1, *method]
            source.write_text(fp.run("translate", model, "Ends", *options), encoding="utf-8")
            binary = self.compile(source, self.compilers[0], "-DFORMOLA_MAIN")
            done = subprocess.run([binary], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False)
            self.assertEqual(done.returncode, 1, method)
            self.assertRegex(done.stderr, r"time [01](\.\d+)?: the nonlinear system of equations for .*y could not be solved")
            times = fp.read_csv(done.stdout)["time"]
            self.assertTrue(math.isclose(times[-1], 0.95, abs_tol=0.11), times[-1])

    def test_solutions_of_before_a_fault(self):
        """Zero voltage solves the equations of the load, too; the simulator has the case as a golden test."""
        for method in ([], ["--method", "inline:be"], ["--method", "inline:radau5"]):
            source = self.folder / "model.c"
            options = ["--to", "c", "--stop", 3, "--step", 0.0025, *method]
            source.write_text(fp.run("translate", LOAD_AFTER_A_FAULT, *options), encoding="utf-8")
            done = subprocess.run([self.compile(source, self.compilers[0], "-DFORMOLA_MAIN")], stdout=subprocess.PIPE, encoding="utf-8", check=True)
            last = {name: values[-1] for name, values in fp.read_csv(done.stdout).items()}
            self.assertAlmostEqual(last["vr"], 0.8141592920353982, 9)
            self.assertAlmostEqual(last["vi"], -0.21238938053097345, 9)
            self.assertAlmostEqual(last["x"], 2.3243896363038625, 5)

    def test_whole_systems_of_the_start(self):
        """Loads of constant power, whose torn system leads to half their voltage, or nowhere; a golden test of the simulator."""
        source = self.folder / "model.c"
        options = ["LoadFlowStartValues", "--to", "c", "--stop", 0.1, "--step", 0.05]
        source.write_text(fp.run("translate", LOAD_FLOW, *options), encoding="utf-8")
        done = subprocess.run([self.compile(source, self.compilers[0], "-DFORMOLA_MAIN")], stdout=subprocess.PIPE, encoding="utf-8", check=True)
        found = fp.read_csv(done.stdout)
        for values, expected in ((found["low.bus[10].p.vr"], 0.9 * math.cos(0.2)), (found["low.bus[10].p.vi"], -0.9 * math.sin(0.2)),
                                 (found["nowhere.bus[10].p.vr"], 0.9 * math.cos(0.2)), (found["nowhere.load[20].v"], 0.8)):
            for value in values:
                self.assertAlmostEqual(value, expected, 9)

    def test_jumps_are_told(self):
        """The simulator goes on where a solution ends, but not without a word."""
        command = ["simulate", fp.ROOT / "tests" / "golden" / "simulate" / "branch_that_ends.mo", "--output", self.folder / "out.csv"]
        done = subprocess.run(
            [fp.program(), *(str(a) for a in command), "--quiet"], stderr=subprocess.PIPE, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"warning: .*: its solution ended at time .* another one was taken")


if __name__ == "__main__":
    unittest.main()
