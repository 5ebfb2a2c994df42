"""DSblock programs in C, called by a small integrator: ODE and DAE form agree with formola simulate."""

import json
import re
import subprocess
import unittest

import formola_program as fp
from c_program_test import COMPILERS, CProgramTest

SWEEP = fp.ROOT / "tests" / "translate" / "sweep.mo"
MAIN = (fp.ROOT / "tests" / "tools" / "dsblock_main.c").read_text(encoding="utf-8")

# The model, the end of the comparison, the number of steps.
MODELS = [
    ([SWEEP, "Sweep.VanDerPol"], 2, 100),
    ([SWEEP, "Sweep.Arrays"], 2, 400),
    ([SWEEP, "Sweep.Pendulum"], 0.5, 100),
    ([SWEEP, "Sweep.Loop"], 1, 100),
    ([SWEEP, "Sweep.LinearLoop"], 1, 100),
    ([SWEEP, "Sweep.InitialEquations"], 1, 100),
    ([SWEEP, "Sweep.Elementary"], 1, 50),
    (["Formola.Examples.Electrical.RLCCircuit"], 1e-5, 200),
    (["Formola.Examples.Electrical.CoupledInductors"], 0.01, 200),
    (["Formola.Examples.Process.Enzyme"], 0.5, 100),
    (["Formola.Examples.Process.SuperheaterEnergy"], 1, 100),
    (["Formola.Examples.Thermal.TwoBodies"], 10, 100),
    (["Formola.Examples.Rotational.DriveTrain"], 0.5, 100),
    (["Formola.Examples.MultiBody.DoublePendulum"], 0.5, 100),
    (["Formola.Examples.MultiBody.CrankRocker"], 0.2, 100),
]


@unittest.skipUnless(fp.program() and COMPILERS, "the program or a compiler is missing")
class DsblockTest(CProgramTest):
    def run_block(self, model, stop, steps):
        text = fp.run("translate", *model, "--to", "dsblock")
        name = re.search(r"int (\w+)_ode\(", text).group(1)
        main = MAIN.replace("MODEL_NAME", name).replace("STEP_SIZE", repr(stop / steps))
        source = self.folder / "block.c"
        source.write_text(text + main.replace("STEP_COUNT", str(steps)), encoding="utf-8")
        binary = self.compile(source, COMPILERS[0], "-O1")
        done = subprocess.run([binary], stdout=subprocess.PIPE, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 0, model)
        return [[float(x) for x in line.split(",")] for line in done.stdout.splitlines()]

    def test_models(self):
        algebraic = 0
        for model, stop, steps in MODELS:
            with self.subTest(str(model[-1])):
                *rows, by_ode, by_dae = self.run_block(model, stop, steps)
                algebraic += "algebraic[0 + 1]" not in (self.folder / "block.c").read_text(encoding="utf-8")
                self.assertEqual(len(rows), steps + 1)
                states = json.loads(fp.run("inspect", *model, "--json"))["states"]
                self.assertEqual(len(by_ode), len(states) + 1)
                expected = self.simulate(model[:-1], model[-1:], stop, steps, "rk4")
                for i, state in enumerate(states):
                    size = max(1.0, *(abs(x) for x in expected[state]))
                    for row, value in zip(rows, expected[state]):
                        self.assertLess(abs(row[i + 1] - value) / size, 1e-11, state)
                    size = max(1.0, abs(by_ode[i + 1]))
                    self.assertLess(abs(by_dae[i + 1] - by_ode[i + 1]) / size, 1e-9, f"der({state})")
        self.assertGreaterEqual(algebraic, 2)


if __name__ == "__main__":
    unittest.main()
