"""Every pass of passes.def can be listed, printed and stopped after, by the commands that come to it."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = pathlib.Path(os.environ.get("FORMOLA_PROGRAM", ROOT / "build/release/tools/formola"))

MODEL = """model D
  function f
    input Real u;
    output Real y;
  algorithm
    y := u;
    for i in 1:3 loop
      y := 0.5*(y + u*i);
    end for;
  end f;
  Real x(start = 1, fixed = true), y;
equation
  der(x) = -f(x);
  y = 2*x;
end D;
"""


class Passes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="formola-passes-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "d.mo").write_text(MODEL)

    def run_formola(self, *arguments):
        done = subprocess.run([str(PROGRAM), *arguments], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def passes(self):
        return [line.split()[0] for line in self.run_formola("--list-passes").splitlines()]

    def test_the_list_is_that_of_the_table(self):
        table = (ROOT / "src/support/passes.def").read_text()
        self.assertEqual(self.passes(), re.findall(r"^PASS\((\w+),", table, re.M))

    def test_each_is_printed_and_stops(self):
        for name in self.passes():
            with self.subTest(name):
                method = "ida" if name == "differentiateSteps" else "inline:bdf"
                options = ("simulate", "d.mo", "--method", method, "--no-cache", "--quiet", "--output", "r.csv")
                text = self.run_formola(*options, f"--dump-after={name}")
                self.assertNotEqual(text.strip(), "")
                (self.folder / "r.csv").unlink()
                self.assertEqual(self.run_formola(*options, f"--dump-after={name}", f"--stop-after={name}"), text)
                self.assertFalse((self.folder / "r.csv").exists())

    def test_one_file_calls_the_tail_of_the_pipeline(self):
        for name in ("inlineIntegration", "buildInitialSystem", "buildSchedule", "structureModel"):
            callers = set()
            for folder in ("src", "tools"):
                for path in (ROOT / folder).rglob("*.cpp"):
                    code = re.sub(r"//[^\n]*", "", path.read_text())
                    # parameters, unlike arguments, are references
                    if any("&" not in given for given in re.findall(rf"\b{name}\(([^)]*)", code)):
                        callers.add(path.name)
            self.assertEqual(callers, {"compilation.cpp"}, name)

    def test_inspect_comes_to_what_holds_at_the_start(self):
        options = ("inspect", "d.mo", "--initial", "--dump-after=buildInitialSystem")
        printed = self.run_formola(*options, "--stop-after=buildInitialSystem")
        self.assertNotEqual(printed.strip(), "")
        self.assertEqual(self.run_formola(*options), printed + self.run_formola("inspect", "d.mo", "--initial"))


if __name__ == "__main__":
    unittest.main()
