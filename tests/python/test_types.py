"""Type hints: the package keeps its own, and programs that use it are checked against them."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import setup_package

PROGRAM = """
import formola as fo

m = fo.load("drive.mo", "Drive")
r = m.simulate(stop=3, method="inline:radau5", tolerance=1e-6, set={"load.J": 0.7}, inputs={"u": lambda t: min(t, 1)}, progress=True)
s: fo.Sweep = m.sweep({"load.J": [.1, .2, .5], "controller.k": range(1, 9)}, stop=3, workers=2)
x0 = m.steady_state(set={"setPoint.height": 20})
L = m.linearize(at=x0, inputs=["u"], outputs=["load.w"])
d = m.simulate(stop=3, sensitivities=["load.J"]).d["load.w", "load.J"]
f = m.residuals({"load.w": ([0, 1], [0, 1])}, over=["load.J"], stop=3)
st: fo.State = m.start()
saved: fo.State = st.copy()
unit: str = m.variables["load.w"].unit
"""
WRONG = "import formola as fo\nfo.load('drive.mo').simulate(stop='3')\n"


@unittest.skipUnless(importlib.util.find_spec("mypy"), "needs mypy")
class Types(unittest.TestCase):
    def check(self, *what):
        command = [sys.executable, "-m", "mypy", "--cache-dir", os.devnull, "--no-error-summary", *what]
        environment = {**os.environ, "MYPYPATH": str(pathlib.Path(setup_package.ROOT) / "python")}
        return subprocess.run(command, capture_output=True, text=True, check=False, env=environment)

    def test_package_and_program(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("program.py", PROGRAM), ("wrong.py", WRONG)):
                (pathlib.Path(folder) / name).write_text(text)
            done = self.check(str(pathlib.Path(setup_package.ROOT) / "python/formola"), f"{folder}/program.py", f"{folder}/wrong.py")
        errors = [line for line in done.stdout.splitlines() if ": error:" in line]
        self.assertEqual(len(errors), 1, done.stdout)
        self.assertIn("wrong.py:2", errors[0])
        self.assertIn('has incompatible type "str"', errors[0])


if __name__ == "__main__":
    unittest.main()
