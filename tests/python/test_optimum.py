"""Optimisation from Python."""

import math
import unittest

import numpy
from setup_package import fo, model
from test_gradient import NETWORK

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

    def test_many_parameters(self):
        """From twelve on gradients go from the last step to the first; with fixed steps they go forward."""
        pushed = """model Pushed "Against a soft wall that is no event"
          parameter Real f[12] = {1 + 0.1*i for i in 1:12};
          Real h(start = 1, fixed = true), v(start = 0, fixed = true);
        equation
          der(h) = v;
          der(v) = sum(f[i]*sin(i*time) for i in 1:12) - 2*v - noEvent(max(50*(h - 1.3), 0));
        end Pushed;"""
        names = [f"f[{i}]" for i in range(1, 13)]
        ladder = [f"{p}[{i}]" for p in "kc" for i in range(1, 9)]
        for text, over, target, condition in (
                (pushed, names, "10*(final(h) - 1.1)^2", "max(h) <= 1.45"),
                (NETWORK.replace("n = 20", "n = 8"), ladder, "integral((x[1] - 0.6)^2 + (x[8] - 0.3)^2)", "final(x[2]) <= 1.2")):
            m = model(text)
            objective = target + "".join(f" + 0.01*({p} - 1.5)^2" for p in over)
            options = {"over": {p: (0.3, 4) for p in over}, "subject_to": condition, "stop": 2, "tolerance": 1e-8}
            slow = m.optimize(objective, method="rk4", step=1e-3, **options)
            for method in ({}, {"method": "auto"}, {"method": "inline:sdirk4"}):
                with self.subTest(condition=condition, **method):
                    found = m.optimize(objective, **options, **method)
                    self.assertTrue(found.converged and found.exact and found.data["constraints"][0]["holds"])
                    self.assertAlmostEqual(found.after, slow.after, delta=1e-5*slow.after)
                    self.assertLess(numpy.abs([found[p] - slow[p] for p in over]).max(), 2e-2)

    def test_wrong(self):
        with self.assertRaisesRegex(fo.UsageError, "did you mean 'angle'"):
            self.model.optimize("final(x)", ["angl"])
        with self.assertRaisesRegex(fo.UsageError, "no function 'biggest'"):
            self.model.optimize("biggest(x)", ["angle"])
        with self.assertRaisesRegex(fo.UsageError, "no condition"):
            self.model.optimize("final(x)", ["angle"], subject_to="max(y)")


if __name__ == "__main__":
    unittest.main()
