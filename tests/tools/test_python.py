"""Runs the tests of the Python package (tests/python) by a Python that has numpy: this one, or Debian's."""

import os
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def python_with_numpy():
    for program in (sys.executable, "/usr/bin/python3"):
        try:
            done = subprocess.run([program, "-c", "import numpy"], capture_output=True, check=False)
        except OSError:
            continue
        if done.returncode == 0:
            return program
    return None


class Package(unittest.TestCase):
    def test_package(self):
        program = python_with_numpy()
        self.assertIsNotNone(program, "no Python has numpy; tools/setup.sh installs python3-numpy")
        command = [program, "-B", "-m", "unittest", "discover", "-s", str(ROOT / "tests/python")]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=dict(os.environ))
        self.assertEqual(done.returncode, 0, done.stderr)
        ran = re.search(r"Ran (\d+) tests", done.stderr)
        self.assertIsNotNone(ran, done.stderr)
        self.assertGreater(int(ran.group(1)), 10)


if __name__ == "__main__":
    unittest.main()
