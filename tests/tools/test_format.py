#!/usr/bin/env python3
"""formola format: in place, --check, --stdout, standard input, wrong files."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formola_program as fp  # noqa: E402

UGLY = "model A // why\nReal x=1 ;\nend A;\n"
NEAT = "model A // why\n  Real x = 1;\nend A;\n"


def run(*arguments, **options):
    return subprocess.run([str(fp.program()), "format", *arguments], capture_output=True, text=True, **options)


@unittest.skipUnless(fp.program(), "the program is not built")
class Format(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = pathlib.Path(self.folder.name) / "a.mo"
        self.file.write_text(UGLY)

    def test_in_place(self):
        self.file.chmod(0o640)
        self.assertEqual(run(str(self.file)).returncode, 0)
        self.assertEqual(self.file.read_text(), NEAT)
        self.assertEqual(self.file.stat().st_mode & 0o777, 0o640)
        self.assertEqual(list(self.file.parent.iterdir()), [self.file])

    def test_check_changes_nothing(self):
        neat = self.file.parent / "b.mo"
        neat.write_text(NEAT)
        result = run("--check", self.folder.name)
        self.assertEqual((result.returncode, result.stdout), (1, f"{self.file}\n"))
        self.assertEqual(self.file.read_text(), UGLY)
        self.assertEqual(run("--check", str(neat)).returncode, 0)

    def test_standard_output_and_input(self):
        result = run("--stdout", str(self.file))
        self.assertEqual((result.returncode, result.stdout), (0, NEAT))
        self.assertEqual(self.file.read_text(), UGLY)
        self.assertEqual(run("-", input=UGLY).stdout, NEAT)

    def test_indent(self):
        self.assertIn("\n    Real x", run("--indent", "4", "-", input=UGLY).stdout)

    def test_wrong_text_stays(self):
        wrong = "model A\nReal x=;\nend A;\n"
        self.file.write_text(wrong)
        result = run(str(self.file))
        self.assertEqual(result.returncode, 1)
        self.assertIn("a.mo:2:8: error", result.stderr)
        self.assertEqual(self.file.read_text(), wrong)

    def test_missing_file(self):
        result = run(self.folder.name + "/none.mo")
        self.assertEqual(result.returncode, 2)
        self.assertIn("cannot be read", result.stderr)


if __name__ == "__main__":
    unittest.main()
