"""C programs iterate as formola simulate does: stiff chemistry, diodes, friction, events, mechanisms, steps that are too long."""

import math
import re
import subprocess
import unittest

import formola_program as fp
from c_program_test import COMPILERS, CProgramTest

STIFF = fp.ROOT / "tests" / "translate" / "stiff.mo"
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
        arguments = ["simulate", STIFF, f"Stiff.{model}", *options, "--intervals", round(stop / step), "--output", out]
        simulated = subprocess.run(
            [fp.program(), *(str(a) for a in arguments), "--quiet"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False,
        )
        found = fp.read_csv(done.stdout) if done.returncode != 1 else None
        return found, fp.read_csv(out) if simulated.returncode == 0 else None, done, simulated

    def check_same(self, model, stop, step, method, *more, most=1e-9):
        with self.subTest(f"{model} {step} {method} {more}"):
            found, expected, done, _ = self.run_both(model, stop, step, method, *more)
            if expected is None:
                self.assertIsNone(found, "only the simulation says that it failed")
                return
            self.assertIsNotNone(found, f"only the C program fails: {done.stderr}")
            worst, name = self.largest_difference(expected, found)
            self.assertLess(worst, most, name)

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

    def test_tolerances(self):
        for tolerance in (1e-3, 1e-10):
            for model in ("Robertson", "Thermostat", "StiffPendulum"):
                stop, steps = MODELS[model]
                self.check_same(model, stop, steps[0], "be", "--tolerance", tolerance)
                self.check_same(model, stop, steps[0], "radau3", "--tolerance", tolerance)

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
            "model Ends Real x(start = 1, fixed = true), y(start = 1); equation der(x) = -1; y*y = x + 0*y; end Ends;\n",
            encoding="utf-8")
        for method in ([], ["--method", "inline:be"], ["--method", "inline:radau5"]):
            source = self.folder / "ends.c"
            options = ["--to", "c", "--stop", 2, "--step", 0.1, *method]
            source.write_text(fp.run("translate", model, "Ends", *options), encoding="utf-8")
            binary = self.compile(source, self.compilers[0], "-DFORMOLA_MAIN")
            done = subprocess.run([binary], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", check=False)
            self.assertEqual(done.returncode, 1, method)
            self.assertRegex(done.stderr, r"time 1(\.\d+)?: the nonlinear system of equations for y could not be solved")
            times = fp.read_csv(done.stdout)["time"]
            self.assertTrue(math.isclose(times[-1], 1.0, abs_tol=0.11), times[-1])


if __name__ == "__main__":
    unittest.main()
