#!/usr/bin/env python3
"""What results hold: all variables or the public ones, with rows at events or without."""

import csv
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formola_program  # noqa: E402

MODEL = """model Inner
  Real seen = 2*time;
protected
  Real hidden = 3*time;
end Inner;
model Model
  Real x(start = 0, fixed = true);
  Real noise = time annotation(HideResult = true);
  Inner part;
  discrete Real n(start = 0, fixed = true);
protected
  Real y = 2*x;
  Inner inside;
equation
  der(x) = 1;
  when sample(0.05, 0.1) then
    n = pre(n) + 1;
  end when;
end Model;
"""


class Results(unittest.TestCase):
    def simulate(self, *options, model=MODEL):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "Model.mo").write_text(model)
            command = [str(formola_program.program()), "simulate", "Model.mo", "Model", "--stop", "1", "--intervals", "10",
                       "--quiet", *options]
            run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
            self.assertEqual(run.returncode, 0, run.stderr)
            with open(folder / "Model_res.csv", newline="", encoding="utf-8") as file:
                return list(csv.DictReader(file))

    def test_all_variables_are_stored(self):
        names = set(self.simulate()[0])
        self.assertEqual(names, {"time", "x", "noise", "part.seen", "part.hidden", "n", "y", "inside.seen",
                                 "inside.hidden", "der(x)"})

    def test_public_variables_are_stored_on_demand(self):
        names = set(self.simulate("--store", "public")[0])
        self.assertEqual(names, {"time", "x", "part.seen", "n", "der(x)"})

    def test_rows_at_events(self):
        rows = self.simulate()
        self.assertEqual(len(rows), 11 + 2*10)
        rows = self.simulate("--no-event-rows")
        self.assertEqual([round(float(r["time"]), 9) for r in rows], [k/10 for k in range(11)])
        self.assertEqual([float(r["n"]) for r in rows], list(range(11)))

    def test_rows_of_models_without_states_are_at_multiples(self):
        model = "model Model\n  Real y = time;\n  Boolean late = time > 0.7035;\nend Model;\n"
        rows = self.simulate("--no-event-rows", "--stop", "0.9", "--intervals", "900", model=model)
        self.assertEqual([float(row["time"]) for row in rows], [k * (0.9 / 900) for k in range(900)] + [0.9])

    def test_wrong_choices_are_refused(self):
        for options in (["--store", "some"], ["--filter", "("]):
            with tempfile.TemporaryDirectory() as name:
                (pathlib.Path(name) / "Model.mo").write_text(MODEL)
                command = [str(formola_program.program()), "simulate", "Model.mo", "Model", *options]
                run = subprocess.run(command, cwd=name, capture_output=True, text=True, timeout=300)
                self.assertEqual(run.returncode, 2, run.stderr)


if __name__ == "__main__":
    unittest.main()
