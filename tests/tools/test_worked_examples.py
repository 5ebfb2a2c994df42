"""The table of the worked examples in docs/verification.md is what the program prints."""

import os
import subprocess
import sys
import unittest

import formola_program as fp


class WorkedExamplesTest(unittest.TestCase):
    def test_the_table_is_up_to_date(self):
        environment = {**os.environ, "FORMOLA_PROGRAM": str(fp.program())}
        tool = fp.ROOT / "tools" / "worked_examples"
        run = subprocess.run([sys.executable, tool, "--check"], env=environment, check=False, timeout=300)
        self.assertEqual(run.returncode, 0, "run tools/worked_examples")


if __name__ == "__main__":
    unittest.main()
