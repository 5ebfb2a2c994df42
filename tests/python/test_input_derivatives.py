"""Derivatives of inputs by the integration formula (Cellier and Kofman 2006, 8.2), in every row of the result."""

import math
import pathlib
import tempfile
import unittest

import numpy
from setup_package import fo, model

# A capacitor and a charge at an input voltage, a state that follows from the current, and events of its own.
CAPACITOR = """
model Capacitor
  input Real u(start = 0);
  parameter Real C = 2;
  Real v, i, w(start = 0, fixed = true), power;
  Boolean high = w > 0.3;
equation
  v = u;
  i = C*der(v);
  der(w) = i - w;
  power = v*i;
end Capacitor;
"""
# The same with an input whose derivative is known.
KNOWN = """
model Known
  parameter Real C = 2;
  Real v, i, w(start = 0, fixed = true), power;
  Boolean high = w > 0.3;
equation
  v = sin(3*time);
  i = C*3*cos(3*time);
  der(w) = i - w;
  power = v*i;
end Known;
"""
# Index reduction asks for the derivative, not the equations: two capacitors and a voltage.
CONSTRAINED = """
model Constrained
  input Real u(start = 0);
  Real u1(start = 0), u2(start = 0), i1, i2, x(start = 0, fixed = true);
equation
  2*der(u1) = i1;
  3*der(u2) = i2;
  u1 + u2 = u;
  i1 = i2 + x;
  der(x) = u2 - x;
end Constrained;
"""
SECOND = """
model Second
  input Real u(start = 0);
  Real x, v, a;
equation
  x = u;
  v = der(x);
  a = der(v);
end Second;
"""
# Errors of the derivative itself: its order is one below that of the formula or more (stage order).
METHODS = {"inline:bdf": 2e-4, "inline:bdf3": 2e-4, "inline:radau5": 1e-3, "inline:radau3": 1e-3, "inline:lobatto4": 2e-3, "inline:sdirk4": 2e-2}
# Of a triangle the slope is known up to rounding.
KNOTS = ([0, 1, 2, 2.5, 4], [0, 1, -0.5, -0.5, 1])


def slope_before(t):
    return numpy.select([t <= 1, t <= 2, t <= 2.5], [1, -1.5, 0], 1.0)


class InputDerivatives(unittest.TestCase):
    def compare(self, r, error):
        t = r.time
        self.assertLess(numpy.abs(r["v"] - numpy.sin(3*t)).max(), 1e-9)
        self.assertLess(numpy.abs(r["i"] - 6*numpy.cos(3*t)).max(), error)
        self.assertLess(numpy.abs(r["power"] - 6*numpy.sin(3*t)*numpy.cos(3*t)).max(), error)
        # der(w) = 6 cos(3t) - w
        exact = 0.6*numpy.cos(3*t) + 1.8*numpy.sin(3*t) - 0.6*numpy.exp(-t)
        self.assertLess(numpy.abs(r["w"] - exact).max(), error)

    def test_every_row_is_right(self):
        for method, error in METHODS.items():
            with self.subTest(method):
                r = model(CAPACITOR).simulate(stop=2, tolerance=1e-8, intervals=777, method=method,
                                              inputs={"u": lambda t: math.sin(3*t)})
                self.assertGreater(len(r.time), 779)  # rows at events too
                self.compare(r, error)
                self.assertAlmostEqual(r["i"][0], 6, 6)

    def test_as_a_known_derivative(self):
        known = model(KNOWN).simulate(stop=2, tolerance=1e-8, intervals=50, method="inline:bdf")
        r = model(CAPACITOR).simulate(stop=2, tolerance=1e-8, intervals=50, method="inline:bdf",
                                      inputs={"u": lambda t: math.sin(3*t)})
        for name in "v", "i", "w", "power":
            self.assertLess(abs(known[name][-1] - r[name][-1]), 2e-4, name)

    def test_fixed_steps_converge(self):
        for method, order in {"inline:bdf1": 1, "inline:bdf2": 2, "inline:bdf3": 3, "inline:radau5": 3}.items():
            errors = []
            for step in 0.02, 0.01:
                r = model(CAPACITOR).simulate(stop=2, step=step, intervals=100, method=method,
                                              inputs={"u": lambda t: math.sin(3*t)})
                errors.append(abs(r["i"][-1] - 6*math.cos(6)))
            with self.subTest(method):
                self.assertGreater(math.log2(errors[0]/errors[1]), order - 0.4, errors)

    def test_kinks(self):
        """Before and after each kink of a table, on both sides of events."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "u.csv"
            file.write_text("time,u\n" + "".join(f"{t},{u}\n" for t, u in zip(*KNOTS)))
            for method in METHODS:
                with self.subTest(method):
                    r = model(CAPACITOR).simulate(stop=4, tolerance=1e-6, intervals=100, method=method, inputs=str(file))
                    t, after = r.time, numpy.append(r.time[1:] == r.time[:-1], False)
                    before = slope_before(t)
                    for k in range(1, len(t)):
                        if t[k] == t[k - 1]:  # the row after an event
                            before[k] = {1: -1.5, 2: 0, 2.5: 1, 4: 0}.get(round(t[k], 9), before[k])
                    self.assertGreaterEqual(int(after.sum()), 3)
                    self.assertLess(numpy.abs(r["i"] - 2*before).max(), 1e-5)

    def test_index_reduction_asks_for_it(self):
        r = model(CONSTRAINED).simulate(stop=2, tolerance=1e-8, method="inline:bdf", inputs={"u": math.sin})
        t = r.time
        # 5 u1' = 3 u' + x by the equations, x' = u2 - x; the residuals of the solution itself
        self.assertLess(numpy.abs(r["u1"] + r["u2"] - numpy.sin(t)).max(), 1e-8)
        self.assertLess(numpy.abs(r["i1"]/2 + r["i2"]/3 - numpy.cos(t)).max(), 2e-4)
        self.assertLess(abs(sum((r["i1"][1:] + r["i1"][:-1])*numpy.diff(t))/4 - r["u1"][-1] + r["u1"][0]), 1e-4)

    def test_where_no_method_is_named(self):
        """`auto` takes an inlined method for it, and does not fall back; what looks at the equations alone refuses."""
        r = model(CAPACITOR).simulate(stop=2, tolerance=1e-8, intervals=777, inputs={"u": lambda t: math.sin(3*t)})
        self.compare(r, METHODS["inline:bdf"])
        with self.assertRaisesRegex(fo.FormolaError, "derivatives of inputs"):
            model(CAPACITOR).linearize()

    def test_jumps_are_told(self):
        r = model(CAPACITOR).simulate(stop=2, method="inline:bdf", inputs={"u": ([0, 1, 1, 2], [0, 0, 1, 1])})
        self.assertTrue(any("u jumps at time 1" in w for w in r.warnings), r.warnings)

    def test_refused(self):
        for method in "ida", "cvode", "dopri5", "inline:trapezoid", "inline:am3", "inline:mixed":
            with self.subTest(method), self.assertRaisesRegex(fo.FormolaError, "needs derivatives of inputs"):
                model(CAPACITOR).simulate(stop=1, method=method)
        with self.assertRaisesRegex(fo.FormolaError, "derivative of the input 'u' is needed"):
            model(SECOND).simulate(stop=1, method="inline:bdf")


if __name__ == "__main__":
    unittest.main()
