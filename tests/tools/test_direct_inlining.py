"""Models of higher index inlined as they stand (Cellier and Kofman 2006, 8.5): every row against the solution by the angle."""

import csv
import math
import os
import pathlib
import subprocess
import tempfile
import unittest

from formola_program import program

PENDULUM = """
model Pendulum
  Real x(start = 1, fixed = true), y(start = 0), vx(start = {vx}, fixed = true), vy(start = 0), F;
  Real phi(start = 0, fixed = true), w(start = 0, fixed = true);
  Real xr = cos(phi), yr = sin(phi), Fr = w^2 - 9.81*sin(phi);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  {constraint};
  der(phi) = w;
  der(w) = -9.81*cos(phi);
end Pendulum;
"""
INDEX2, INDEX3 = "x*vx + y*vy = 0", "x^2 + y^2 = 1"


class DirectInlining(unittest.TestCase):
    def simulate(self, constraint, *options, vx=0, status=0, folder=None):
        """The rows, or what is said where another status is expected. folder: with a cache there."""
        with tempfile.TemporaryDirectory() as own:
            cached = {"XDG_CACHE_HOME": folder} if folder else {"FORMOLA_CACHE_SIZE": "0"}
            folder = folder or own
            model, result = pathlib.Path(folder, "p.mo"), pathlib.Path(folder, "r.csv")
            model.write_text(PENDULUM.format(constraint=constraint, vx=vx))
            done = subprocess.run(
                [str(program()), "simulate", model, "--disable-pass=reduceIndex", "--stop", "1", "--output", result, *options],
                capture_output=True, encoding="utf-8", check=False, env=dict(os.environ, **cached))
            self.assertEqual(done.returncode, status, done.stderr)
            if status != 0:
                return done.stderr
            with open(result, newline="") as file:
                return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]

    def errors(self, rows):
        """Of positions and of the force, in the worst row; the last one apart."""
        position = max(max(abs(r["x"] - r["xr"]), abs(r["y"] - r["yr"])) for r in rows)
        return position, max(abs(r["F"] - r["Fr"]) for r in rows), abs(rows[-1]["F"] - rows[-1]["Fr"])

    def test_index_2(self):
        for method, limits in {"bdf": (2e-5, 1e-3), "bdf3": (4e-5, 1e-3), "radau3": (1e-5, 6e-3), "lobatto4": (1e-5, 8e-3)}.items():
            with self.subTest(method):
                position, force, _ = self.errors(self.simulate(INDEX2, "--method", f"inline:{method}", "--tolerance", "1e-6"))
                self.assertLess(position, limits[0])
                self.assertLess(force, limits[1])

    def test_index_3_with_fixed_steps(self):
        """Orders of position and force at the end, halving the step."""
        for method, orders in {"be": (1, 1), "bdf2": (2, 2), "bdf3": (3, 3), "radau3": (3, 1)}.items():
            with self.subTest(method):
                coarse, fine = (self.errors(self.simulate(INDEX3, "--method", f"inline:{method}", "--step", step))
                                for step in ("0.005", "0.0025"))
                self.assertGreater(math.log2(coarse[0]/fine[0]), orders[0] - 0.25, (coarse, fine))
                self.assertGreater(math.log2(coarse[2]/fine[2]), orders[1] - 0.35, (coarse, fine))
                self.assertLess(fine[1], 0.4)

    def test_the_start(self):
        first = self.simulate(INDEX3, "--method", "inline:bdf2", "--step", "0.01")[0]
        for name, value in {"x": 1, "y": 0, "F": 0, "der(vy)": -9.81, "xr": 1}.items():
            self.assertAlmostEqual(first[name], value, 5, name)

    def test_refused_also_where_a_translation_is_kept(self):
        with tempfile.TemporaryDirectory() as folder:
            self.simulate(INDEX3, "--method", "inline:bdf2", "--step", "0.01", folder=folder)
            self.assertIn("index above 2", self.simulate(INDEX3, "--method", "inline:bdf2", status=2, folder=folder))

    def test_refused(self):
        self.assertIn("index above 2", self.simulate(INDEX3, "--method", "inline:bdf", status=2))
        self.assertIn("index above 2", self.simulate(INDEX3, "--method", "inline:sdirk4", "--step", "0.01", status=2))
        self.assertIn("inlined methods that differentiate", self.simulate(INDEX2, "--method", "inline:trapezoid", status=2))
        self.assertIn("inlined methods that differentiate", self.simulate(INDEX2, "--method", "ida", status=2))
        self.assertIn("start values do not satisfy the constraints",
                      self.simulate(INDEX2, "--method", "inline:bdf", vx=0.3, status=3))
        self.assertIn("vx = 0.3, but steps lead to", self.simulate(INDEX3, "--method", "inline:bdf2", "--step", "0.01", vx=0.3, status=3))


if __name__ == "__main__":
    unittest.main()
