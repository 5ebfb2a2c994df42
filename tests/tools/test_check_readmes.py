"""The README of every folder of src/ lists its files."""

import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

import check_readmes  # noqa: E402


class CheckReadmesTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.root = pathlib.Path(holder.name)

    def write(self, path, text):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def test_repository(self):
        self.assertEqual(check_readmes.check(ROOT, False), [])

    def test_lists_headers_and_what_has_none(self):
        self.write("src/wall/brick.h", "// Bricks: red and\n// yellow ones. More.\n#pragma once\n")
        self.write("src/wall/brick.cpp", '#include "wall/brick.h"\n')
        self.write("src/wall/stone.cpp", "// Stones.\n")
        self.write("src/wall/kinds.def", "// All kinds.\n")
        self.assertEqual(len(check_readmes.check(self.root, False)), 1)
        self.assertEqual(check_readmes.check(self.root, True), [])
        self.assertEqual(check_readmes.check(self.root, False), [])
        text = (self.root / "src/wall/README.md").read_text(encoding="utf-8")
        self.assertIn("| `brick` | Bricks: red and yellow ones |\n| `kinds.def` | All kinds |\n| `stone` | Stones |\n", text)

    def test_text_before_the_list_stays(self):
        self.write("src/wall/brick.h", "// Bricks.\n")
        self.write("src/wall/README.md", "# Walls\n\nThick.\n\n## Files\n\nold\n")
        check_readmes.check(self.root, True)
        text = (self.root / "src/wall/README.md").read_text(encoding="utf-8")
        self.assertTrue(text.startswith("# Walls\n\nThick.\n\n## Files\n"))
        self.assertNotIn("old", text)

    def test_file_without_comment(self):
        self.write("src/wall/brick.h", "#pragma once\n")
        self.assertIn("src/wall/brick: begins with no comment", check_readmes.check(self.root, True)[0])


if __name__ == "__main__":
    unittest.main()
