"""Threads that share the loops of one large model: the very bits and counts of one thread."""

import json
import pathlib
import re
import subprocess
import tempfile
import unittest

from formola_program import program, run

MODELS = """
package Models
  model Diodes "Circuits that do not see each other: one nonlinear equation each"
    parameter Integer n = 1500 annotation(Evaluate = true);
    parameter Real R = 1e3;
    Real v[n](each start = 0, each fixed = true), u[n];
  equation
    for k in 1:n loop
      u[k] + R*1e-9*(exp(u[k]/0.025) - 1) = (1 + k/n)*sin(20*time) - v[k];
      der(v[k]) = 1e-9*(exp(u[k]/0.025) - 1)/1e-5 - v[k];
    end for;
    annotation(experiment(StopTime = 0.2));
  end Diodes;
  model Grid "Heat in a plate"
    parameter Integer n = 80 annotation(Evaluate = true);
    Real T[n, n](each start = 0, each fixed = true);
  equation
    for i in 1:n loop
      for k in 1:n loop
        der(T[i, k]) = 4*((if i > 1 then T[i - 1, k] else sin(time)) + (if i < n then T[i + 1, k] else T[i, k]) +
          (if k > 1 then T[i, k - 1] else T[i, k]) + (if k < n then T[i, k + 1] else T[i, k]) - 4*T[i, k]);
      end for;
    end for;
    annotation(experiment(StopTime = 0.2));
  end Grid;
  model Switches "Each has events of its own"
    parameter Integer n = 600 annotation(Evaluate = true);
    Real x[n](each start = 0, each fixed = true), y[n];
  equation
    for k in 1:n loop
      y[k] + 0.2*y[k]^3 = if x[k] > 0.5 + 0.4*k/n then x[k] else 1 + x[k];
      der(x[k]) = 1.2 - x[k] + 0.1*y[k];
    end for;
    annotation(experiment(StopTime = 0.5));
  end Switches;
  model Ends "One of many has no solution from some time on"
    parameter Integer n = 1500 annotation(Evaluate = true);
    Real x(start = 0, fixed = true), y[n](each start = 1);
  equation
    der(x) = 1;
    for k in 1:n loop
      y[k]^2 = (if k == 700 then 0.4 else 2) - x + 0.01*y[k];
    end for;
    annotation(experiment(StopTime = 1));
  end Ends;
  model Chain "Each needs the one before"
    parameter Integer n = 1500 annotation(Evaluate = true);
    Real x(start = 0, fixed = true), y[n](each start = 0);
  equation
    der(x) = 1 - x;
    for k in 1:n loop
      y[k] + 0.3*y[k]^3 = (if k > 1 then y[k - 1] else x) + 0.1;
    end for;
    annotation(experiment(StopTime = 0.2));
  end Chain;
  model Small
    Real x(start = 1, fixed = true);
  equation
    der(x) = -x;
  end Small;
end Models;
"""
COUNTS = ("steps_accepted", "steps_rejected", "newton_iterations", "function_evaluations", "jacobian_evaluations", "factorizations",
          "state_events")


class Threads(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = pathlib.Path(scratch.name)
        (cls.folder / "models.mo").write_text(MODELS)

    def simulate(self, model, threads, *options, status=0):
        run("simulate", "models.mo", f"Models.{model}", "--threads", str(threads), "--intervals", "10", "--output", "result.csv", "--report",
            "report.json", "--quiet", *options, cwd=self.folder, status=status)
        report = json.loads((self.folder / "report.json").read_text())
        return (self.folder / "result.csv").read_bytes(), {name: report[name] for name in COUNTS}

    def compare(self, model, *options, status=0):
        alone = self.simulate(model, 1, *options, status=status)
        for threads in (2, 3):
            self.assertEqual(self.simulate(model, threads, *options, status=status), alone)

    def test_blocks(self):
        for method in (["ida"], ["cvode"], ["dopri5"], ["rk4", "--step", "1e-3"], ["inline:bdf"], ["inline:radau5"]):
            with self.subTest(method[0]):
                self.compare("Diodes", "--method", *method)

    def test_loops(self):
        for method in (["ida"], ["rk4", "--step", "0.01"], ["inline:bdf"]):
            with self.subTest(method[0]):
                self.compare("Grid", "--method", *method)

    def test_events(self):
        for method in ("ida", "dopri5", "inline:sdirk4"):
            with self.subTest(method):
                self.compare("Switches", "--method", method)

    def test_failures(self):
        for method in ("ida", "dopri5"):
            with self.subTest(method):
                self.compare("Ends", "--method", method, status=3)

    def loops(self, model):
        errors = subprocess.run([str(program()), "simulate", "models.mo", f"Models.{model}", "--timings", "--stop", "1e-3", "--threads", "2"],
                                cwd=self.folder, capture_output=True, text=True, check=True).stderr
        return int(re.search(r"\((\d+) for threads\)", errors).group(1)), errors

    def test_which_loops_are_shared(self):
        for model in ("Diodes", "Grid", "Switches"):
            with self.subTest(model):
                count, errors = self.loops(model)
                self.assertGreater(count, 0)
                self.assertNotIn("no effect", errors)
        count, errors = self.loops("Small")
        self.assertEqual(count, 0)
        self.assertIn("warning: --threads has no effect", errors)

    def test_what_needs_each_other_is_not_shared(self):
        self.compare("Chain", "--method", "ida")

    def test_wrong_numbers(self):
        for threads in ("0", "65", "x"):
            run("simulate", "models.mo", "Models.Small", "--threads", threads, cwd=self.folder, status=2)


if __name__ == "__main__":
    unittest.main()
