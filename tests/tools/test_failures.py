#!/usr/bin/env python3
"""What the program says when a simulation fails: the operation, the equation with its line, the values."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formola_program  # noqa: E402

MODELS = {
    "Root": (
        """model Root
  Part a;
end Root;
model Part
  Real x(start = 1, fixed = true);
equation
  der(x) = -sqrt(x - 0.5) - 1;
end Part;""",
        3,
        ["sqrt(", "is not defined", "Root.mo:7:3", "in component a", "a.x = "],
    ),
    "Quotient": (
        """model Quotient
  Real x(start = 0, fixed = true);
  Real y = 1/x;
equation
  der(x) = y;
end Quotient;""",
        3,
        ["division by zero", "Quotient.mo:3:"],
    ),
    # No derivative depends on it: the results are complete, and it is said.
    "Logarithm": (
        """model Logarithm
  Real x(start = -1, fixed = true);
  Real y = log(x);
equation
  der(x) = 1;
end Logarithm;""",
        0,
        ["warning: y is not a number at time 0: log(-1) is not defined", "Logarithm.mo:3:"],
    ),
    # What is not chosen is no error.
    "Guarded": (
        """model Guarded
  Real x(start = -1, fixed = true);
  Real y = if noEvent(x > 0) then log(x) else 0;
equation
  der(x) = 1;
end Guarded;""",
        0,
        [],
    ),
    "Block": (
        """model Block
  Real x, y;
equation
  x + y = 3 - 4*time;
  sqrt(x) + sqrt(y) = 1.5 - time;
end Block;""",
        3,
        ["division by zero", ", y = 0"],
    ),
    "ErrorFromC": (
        """function f
  input Real x;
  output Real y;
  external "C" y = careful(x) annotation (Include = "
    extern void ModelicaFormatError(const char*, ...);
    double careful(double x) {
      if (x > 0.5) ModelicaFormatError(\\"%s for me\\", \\"too large\\");
      return x;
    }");
end f;
model ErrorFromC
  Real x = f(time);
end ErrorFromC;""",
        3,
        ["f: too large for me"],
    ),
    # The compiled function fails, the interpreter says why.
    "AssertInFunction": (
        """function positive
  input Real x;
  output Real y;
algorithm
  assert(x < 0.5, "x is " + String(x, significantDigits = 2));
  y := x;
end positive;
model AssertInFunction
  Real x = positive(time);
end AssertInFunction;""",
        3,
        ["positive: x is 0.5"],
    ),
}


class Failures(unittest.TestCase):
    def test_messages(self):
        for backend in ("llvm", "interp"):
            for name, (text, status, parts) in MODELS.items():
                with self.subTest(model=name, backend=backend), tempfile.TemporaryDirectory() as folder:
                    path = pathlib.Path(folder) / f"{name}.mo"
                    path.write_text(text, encoding="utf-8")
                    done = subprocess.run(
                        [str(formola_program.program()), "simulate", path.name, name, "--quiet", "--backend", backend],
                        cwd=folder,
                        capture_output=True,
                        text=True,
                        check=False,
                    )
                    self.assertEqual(done.returncode, status, done.stderr)
                    for part in parts:
                        self.assertIn(part, done.stderr)
                    if not parts:
                        self.assertEqual(done.stderr, "")

    def test_destructor(self):
        source = formola_program.ROOT / "tests" / "golden" / "external" / "included_source.mo"
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder) / "log"
            subprocess.run(
                [str(formola_program.program()), "simulate", str(source), "Filters.Test", "--quiet"],
                cwd=folder,
                env={**os.environ, "FORMOLA_TEST_LOG": str(log)},
                check=True,
            )
            self.assertEqual(log.read_text(encoding="utf-8"), "freed 10\n")


if __name__ == "__main__":
    unittest.main()
