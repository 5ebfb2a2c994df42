"""Calibration from Python."""

import unittest

import numpy

from setup_package import fo, model

MODEL = """
model Decay
  parameter Real k(min = 0) = 1;
  parameter Real gain = 1;
  parameter Real other = 1;
  Real x(start = 2, fixed = true);
  Real y = gain*other*x;
equation
  der(x) = -k*x;
end Decay;
"""


class Calibration(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.model = model(MODEL)

    def test_fit(self):
        times = numpy.linspace(0, 3, 31)
        fit = self.model.calibrate({"x": (times, 2*numpy.exp(-0.7*times))}, ["k"], tolerance=1e-9)
        self.assertTrue(fit.converged and fit.exact)
        self.assertAlmostEqual(fit["k"], 0.7, delta=1e-6)
        self.assertLess(fit.parameters[0].interval[0], fit.parameters[0].interval[1])
        self.assertEqual(self.model.simulate(set=fit.values, stop=1).final("k"), fit["k"])
        self.assertIn("k = 0.7", repr(fit))
        self.assertIn("<table>", fit._repr_html_())

    def test_intervals_hold_the_truth_as_often_as_they_say(self):
        chance = numpy.random.default_rng(3)
        times = numpy.linspace(0, 3, 31)
        held = 0
        for _ in range(100):
            noisy = 2*numpy.exp(-0.7*times) + chance.normal(0, 0.05, times.size)
            low, high = self.model.calibrate({"x": (times, noisy)}, {"k": (0.1, 5)}).parameters[0].interval
            held += low <= 0.7 <= high
        # Binomial with 0.95: fewer than 87 or more than 100 never happen but for one in a thousand.
        self.assertGreaterEqual(held, 87)

    def test_not_told_apart(self):
        times = numpy.linspace(0, 3, 31)
        fit = self.model.calibrate({"y": (times, 6*numpy.exp(-times)), "x": (times[::3], 2*numpy.exp(-times[::3]))},
                                   ["k", "gain", "other"])
        self.assertEqual(fit.not_told_apart, [["gain", "other"]])
        self.assertIsNone(fit.parameters[1].interval)
        self.assertAlmostEqual(fit["gain"]*fit["other"], 3, delta=1e-4)
        self.assertEqual(fit.correlation.shape, (3, 3))

    def test_another_minimum_is_told(self):
        """The phase of an oscillation slips: many minima, of which only one leaves nothing but noise."""
        m = model("model Wave parameter Real w = 1; Real x(start = 1, fixed = true), v(start = 0, fixed = true); "
                  "equation der(x) = w*v; der(v) = -w*x; end Wave;")
        times = numpy.linspace(0, 20, 101)
        noise = numpy.random.default_rng(5).normal(0, 0.05, times.size)
        measured = {"x": (times, numpy.cos(3*times) + noise)}
        near = m.calibrate(measured, ["w"], set={"w": 2.95})
        self.assertAlmostEqual(near["w"], 3, delta=0.01)
        self.assertEqual(near.unexplained, [])
        far = m.calibrate(measured, {"w": (1.5, 2.4)}, set={"w": 2})
        self.assertEqual(far.unexplained, ["x"])
        # Rounding and errors of the integration follow a course, too, and are too small to count.
        exact = m.calibrate({"x": (times, numpy.cos(3*times))}, ["w"], set={"w": 2.95})
        self.assertEqual(exact.unexplained, [])

    def test_wrong(self):
        with self.assertRaisesRegex(fo.UsageError, "did you mean 'k'"):
            self.model.calibrate({"x": ([0, 1], [2, 1])}, ["kk"])
        with self.assertRaisesRegex(fo.UsageError, "as many values"):
            self.model.calibrate({"x": ([0, 1], [2])}, ["k"])


if __name__ == "__main__":
    unittest.main()
