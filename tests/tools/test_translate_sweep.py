"""C programs of many models and of library examples agree with formola simulate to 1e-12."""

import math
import re
import subprocess
import unittest

import formola_program as fp
from c_program_test import COMPILERS, CProgramTest

SWEEP = fp.ROOT / "tests" / "translate" / "sweep.mo"
MODELS = re.findall(r"(?m)^  model (\w+)", SWEEP.read_text(encoding="utf-8"))

# Examples of the bundled library with the end of the comparison and the number of steps.
EXAMPLES = {
    "Blocks.LimitedPID": (2, 100),
    "Blocks.AntiWindup": (2, 100),
    "Blocks.DiscreteController": (2, 100),
    "Blocks.Logic": (2, 100),
    "Blocks.TableIntegral": (2, 100),
    "Blocks.TwoInputTable": (2, 100),
    "Electrical.RLCCircuit": (1e-3, 100),
    "Electrical.CoupledInductors": (0.5, 100),
    "Electrical.HalfWaveRectifier": (0.1, 100),
    "Electrical.SmoothedRectifier": (0.1, 100),
    "Electrical.PhaseControl": (0.1, 100),
    "Electrical.CommonEmitter": (1e-3, 100),
    "Electrical.CMOSInverter": (0.5, 100),
    "Electrical.JunctionCharge": (4e-7, 100),
    "Electrical.JunctionVoltage": (4e-7, 200),
    "Electrical.LossyLine": (0.5, 100),
    "Classics.RingModulator": (1e-3, 100),  # exponentials: Newton's method needs smaller steps
    "MultiBody.DoublePendulum": (1, 100),
    "MultiBody.Chain": (0.5, 100),
    "MultiBody.CrankRocker": (0.5, 100),
    "MultiBody.SpatialFourBar": (1, 100),  # exchanges states, as does the next one
    "MultiBody.SqueezingMechanism": (0.03, 100),
    # Derivatives of currents over nanoseconds: differences divided by the step size.
    "Electrical.CurrentMirror": (1e-6, 100),
    # A voltage is 1e6 ohm times the difference of two currents of nearly 1 A, whose last place is
    # 1e-11 of the voltage: Newton's method must find that too.
    "Electrical.HeatedResistor": (50, 100),
}

# Tables of the Modelica Standard Library
TABLES = fp.ROOT / "tests" / "fmi" / "tables.mo"

# A mechanism away from the position in which its equations are singular.
FOUR_BAR = fp.ROOT / "tests" / "translate" / "four_bar.mo"


@unittest.skipUnless(fp.program() and COMPILERS, "the program or a compiler is missing")
class SweepTest(CProgramTest):
    compilers = COMPILERS[:1]

    def test_models(self):
        self.assertGreaterEqual(len(MODELS), 20)
        for model in MODELS:
            for method in ("rk4", "inline:be"):
                with self.subTest(f"{model} {method}"):
                    self.check_c(SWEEP, [f"Sweep.{model}"], stop=2.0, steps=200, methods=(method,))

    def test_library_examples(self):
        for model, (stop, steps) in EXAMPLES.items():
            with self.subTest(model):
                name = [f"Formola.Examples.{model}"]
                self.check_c(None, name, stop=float(stop), steps=steps, methods=("inline:be",))

    def test_tables(self):
        for method in ("rk4", "inline:be"):
            with self.subTest(method):
                self.check_c(TABLES, ["Tables.Inside"], stop=2.0, steps=200, methods=(method,))

    def test_explicit_form_of_mechanisms(self):
        self.check_c(FOUR_BAR, ["FourBar"], stop=0.5, steps=50, methods=("rk4",))
        self.check_c(None, ["Formola.Examples.MultiBody.SqueezingMechanism"], 0.03, 100, ("rk4",))

    def test_what_media_carry(self):
        """spatialDistribution() against the closed forms of the golden tests; events end steps elsewhere than in simulate."""
        paths = sorted(fp.ROOT.glob("tests/golden/analytic/transport_*.mo"))
        self.assertGreaterEqual(len(paths), 4)
        for path in paths:
            text = path.read_text(encoding="utf-8")
            stop = float(re.search(r"--stop (\S+)", text)[1])
            forms = [(name, form.replace("^", "**")) for name, form in re.findall(r"// analytic: (\w+) = (.*)", text)]
            for method in ("rk4", "inline:sdirk4"):
                with self.subTest(f"{path.stem} {method}"):
                    binary = self.compile(self.translate([path], [], stop, 1000, method), self.compilers[0], "-O1", "-DFORMOLA_MAIN")
                    found = fp.read_csv(subprocess.run([binary], stdout=subprocess.PIPE, check=True).stdout.decode())
                    self.assertEqual(len(found["time"]), 1001)
                    for name, form in forms:
                        for t, value in zip(found["time"], found[name]):
                            sides = [eval(form, {**vars(math), "time": t + d, "max": max, "min": min}) for d in (-1e-9, 1e-9)]
                            self.assertLess(min(abs(value - side) for side in sides), 1e-4, (name, t))


if __name__ == "__main__":
    unittest.main()
