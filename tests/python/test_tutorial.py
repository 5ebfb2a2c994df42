"""The tutorials in examples/python run as they stand."""

import os
import pathlib
import subprocess
import sys
import unittest

import setup_package


class Tutorials(unittest.TestCase):
    def test_all(self):
        files = sorted((setup_package.ROOT / "examples/python").glob("*.py"))
        self.assertTrue(files)
        for file in files:
            with self.subTest(file.name):
                environment = {**os.environ, "PYTHONPATH": str(pathlib.Path(setup_package.ROOT) / "python")}
                done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, check=False,
                                      env=environment, timeout=300)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
