"""The changes that CONTRIBUTING.md shows are followed: they apply, touch as many files as said, and compile."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
GENERATED = ROOT / "build" / "release" / "generated"
COUNTS = {"Two": 2, "Three": 3}
# What includes the table that a recipe changes, where that is quick to compile.
USERS = {
    "src/expr/elementary.def": ("src/expr/elementary.cpp", "src/expr/partial.cpp", "src/expr/sign.cpp", "src/expr/solve.cpp"),
    "src/solver/methods.def": ("src/solver/method.cpp",),
    "src/support/passes.def": ("src/support/passes.cpp", "src/structure/structure_model.cpp"),
}


def recipes():
    """[(title, number of files, change)]"""
    found = []
    for section in re.split(r"^### ", TEXT, flags=re.M)[1:]:
        for count, change in re.findall(r"^(\w+) files:\n\n```diff\n(.*?\n)```", section, re.M | re.S):
            found.append((section.splitlines()[0], COUNTS[count], change))
    return found


@unittest.skipIf(shutil.which("g++") is None or shutil.which("git") is None, "needs g++ and git")
@unittest.skipIf(not GENERATED.is_dir(), "the program is not built")
class RecipesTest(unittest.TestCase):
    def test_recipes_are_followed(self):
        self.assertEqual([title for title, _, _ in recipes()], ["A pass", "An elementary function", "An integration method"])
        for title, count, change in recipes():
            with self.subTest(recipe=title), tempfile.TemporaryDirectory(prefix="formola-recipe-") as folder:
                tree = pathlib.Path(folder)
                shutil.copytree(ROOT / "src", tree / "src")
                touched = re.findall(r"^\+\+\+ b/(\S+)", change, re.M)
                self.assertEqual(len(touched), count, touched)
                done = subprocess.run(["git", "apply", "-"], cwd=tree, input=change, text=True, capture_output=True, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                sources = [name for name in touched if name.endswith(".cpp")]
                for name in touched:
                    sources += USERS.get(name, ())
                self.assertGreater(len(sources), 1)
                for name in sources:
                    done = subprocess.run(
                        ["g++", "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Wno-missing-field-initializers", "-Werror",
                         "-Isrc", f"-I{GENERATED}", name],
                        cwd=tree, text=True, capture_output=True, check=False)
                    self.assertEqual(done.returncode, 0, done.stderr[:2000])


if __name__ == "__main__":
    unittest.main()
