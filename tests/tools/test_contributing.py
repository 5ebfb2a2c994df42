"""CONTRIBUTING.md and the picture beside it tell the truth about the tree."""

import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


class ContributingTest(unittest.TestCase):
    def test_files_are_there(self):
        """Every path in the text that is no placeholder (NAME, CASE, TOPIC) exists."""
        paths = re.findall(r"`((?:src|tests|tools|library|docs|\.ci|bench)/[\w./-]+)`", TEXT)
        paths += re.findall(r"\]\(([\w./-]+)(?:#[\w-]+)?\)", TEXT)
        self.assertGreater(len(paths), 15)
        examples = ("tests/golden/errors/only_differences.mo",)
        missing = [p for p in paths if not re.search(r"NAME|CASE|TOPIC", p) and p not in examples and not (ROOT / p).exists()]
        self.assertEqual(missing, [])

    def test_steps_of_ci(self):
        steps = set(re.findall(r"^step(\w+)\(\)", (ROOT / ".ci/run").read_text(), re.M))
        table = TEXT.partition("| step of `.ci/run` |")[2].partition("\n\n")[0]
        named = {name.capitalize() for line in table.splitlines()[2:] for name in re.findall(r"`(\w+)`", line.split("|")[1])}
        self.assertLessEqual(named, steps)

    def test_the_picture_is_drawn(self):
        done = subprocess.run([sys.executable, str(ROOT / "tools/architecture_picture"), "--check"], check=False)
        self.assertEqual(done.returncode, 0)

    def test_the_layers_of_the_picture_exist(self):
        source = (ROOT / "tools/architecture_picture").read_text()
        for name in re.findall(r'^    \("([\w, ]+)", "', source, re.M):
            for layer in name.split(", "):
                self.assertTrue((ROOT / "src" / layer).is_dir(), layer)


if __name__ == "__main__":
    unittest.main()
