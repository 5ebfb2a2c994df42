"""Optimisation from Python."""

import math
import unittest

from setup_package import fo, model

MODEL = """
model Throw "How far, from a height"
  parameter Real angle(min = 0, max = 1.5) = 0.3;
  parameter Real speed = 10;
  parameter Real h0 = 0;
  constant Real g = 9.81;
  Real x(start = 0, fixed = true), y(start = h0, fixed = true);
  Real vx(start = speed*cos(angle), fixed = true), vy(start = speed*sin(angle), fixed = true);
  Real far(start = 0, fixed = true) "until it lands";
  Boolean flies = y >= 0 or vy > 0;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = 0;
  der(vy) = -g;
  der(far) = if flies then vx else 0;
end Throw;
"""


class Optimise(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.model = model(MODEL)

    def test_maximum_through_an_event(self):
        found = self.model.optimize("final(far)", {"angle": (0.1, 1.4)}, maximize=True, stop=3, tolerance=1e-8)
        self.assertTrue(found.converged and found.exact, found.data)
        self.assertAlmostEqual(found["angle"], math.pi/4, delta=1e-3)
        self.assertAlmostEqual(found.after, 100/9.81, delta=1e-4)
        self.assertGreater(found.after, found.before)

    def test_condition(self):
        found = self.model.optimize("final(far)", ["angle"], maximize=True, subject_to="max(y) <= 1.5", stop=3,
                                    tolerance=1e-8, intervals=3000)
        # The top of the throw: (v sin a)^2/(2 g) = 1.5
        self.assertAlmostEqual(found["angle"], math.asin(math.sqrt(2*9.81*1.5)/10), delta=2e-3)
        self.assertTrue(found.data["constraints"][0]["holds"])

    def test_wrong(self):
        with self.assertRaisesRegex(fo.UsageError, "did you mean 'angle'"):
            self.model.optimize("final(x)", ["angl"])
        with self.assertRaisesRegex(fo.UsageError, "no function 'biggest'"):
            self.model.optimize("biggest(x)", ["angle"])
        with self.assertRaisesRegex(fo.UsageError, "no condition"):
            self.model.optimize("final(x)", ["angle"], subject_to="max(y)")


if __name__ == "__main__":
    unittest.main()
