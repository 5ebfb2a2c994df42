"""formola translate: generated programs compile, run and agree with formola simulate."""

import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import formola_program as fp

MODELS = fp.ROOT / "tests" / "translate"
GOLDEN = fp.ROOT / "tests" / "golden"
STRICT = ["-std=c99", "-Wall", "-Wextra", "-Werror", "-pedantic"]
COMPILERS = [c for c in ("gcc", "clang", "clang-19") if shutil.which(c)]


@unittest.skipUnless(fp.program(), "the program is not built")
class TranslateTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def simulate(self, path, model, stop, steps, method):
        out = self.folder / "simulated.csv"
        options = ["--stop", stop, "--step", stop / steps, "--intervals", steps]
        options += ["--method", method, "--tolerance", 1e-12, "--output", out, "--quiet"]
        fp.run("simulate", path, *model, *options)
        return fp.read_csv(out)

    def compile(self, source, compiler, *more):
        binary = self.folder / f"program-{compiler}"
        command = [compiler, *STRICT, *more, str(source)]
        if "-fsyntax-only" not in more:
            command += ["-lm", "-o", str(binary)]
        done = subprocess.run(command, stderr=subprocess.PIPE, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return binary

    def check_c(self, path, model=(), stop=1.0, steps=100):
        source = self.folder / "model.c"
        text = fp.run("translate", path, *model, "--to", "c", "--stop", stop, "--step", stop / steps)
        source.write_text(text, encoding="utf-8")
        self.assertNotIn("alloc", text)
        for compiler in COMPILERS:
            self.compile(source, compiler, "-fsyntax-only")  # without main()
            binary = self.compile(source, compiler, "-O2", "-DFORMOLA_MAIN")
            for method, argument in (("rk4", []), ("euler", ["euler"])):
                expected = self.simulate(path, model, stop, steps, method)
                done = subprocess.run([binary, *argument], stdout=subprocess.PIPE, check=False)
                self.assertEqual(done.returncode, 0)
                found = fp.read_csv(done.stdout.decode())
                self.assertLessEqual(set(expected), set(found))
                worst, name = fp.largest_difference(expected, found, expected)
                self.assertLess(worst, 1e-12, f"{path.name}, {method}, {compiler}: {name}")

    def test_blocks(self):
        self.check_c(MODELS / "blocks.mo", stop=2.0)

    def test_circuit(self):
        self.check_c(MODELS / "rlc.dym", stop=2.0)
        self.check_c(MODELS / "rlc.mo", ["Rlc.rlc"], stop=2.0)

    def test_goldens(self):
        self.check_c(GOLDEN / "simulate" / "rc_charge.mo", ["RC"])
        self.check_c(GOLDEN / "simulate" / "parallel_capacitors.mo")
        self.check_c(GOLDEN / "simulate" / "hints.mo")

    def test_events_are_refused(self):
        for case in ("bouncing_ball.mo", "sampled.mo"):
            path = GOLDEN / "simulate" / case
            fp.run("translate", path, "--to", "c", status=1)


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
