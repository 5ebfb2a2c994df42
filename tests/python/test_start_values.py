"""Start values: others need one translation, and derivatives by them are those by parameters."""

import math
import unittest

import numpy
from setup_package import fo, model

SPRING = """model Spring "The same state under two names; a guess that decides nothing; elements of an array"
  parameter Real c = 4;
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  Real back = -x;
  Real z[3](start = {1, 2, 3}, each fixed = true);
  Real rest(start = 5) "the initial equation decides";
  Real root(start = 0.5);
initial equation
  der(rest) = 0;
equation
  der(x) = v;
  der(v) = -c*x;
  der(z) = -z;
  der(rest) = 2 - rest;
  root^3 + root = 2 + sin(time);
end Spring;"""

BALL = """model Ball
  parameter Real e = 0.8;
  Real h(start = 1, fixed = true), v(start = 0.5, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81 - 0.1*v*abs(v);
  when h < 0 then
    reinit(v, -e*pre(v));
  end when;
end Ball;"""


class StartValues(unittest.TestCase):
    def test_one_translation(self):
        m = model(SPRING)
        for x in numpy.linspace(0.5, 2, 7):
            r = m.simulate(stop=1, tolerance=1e-9, set={"x": x, "z[2]": 2*x})
            self.assertEqual((r["x"][0], r["back"][0], list(z[0] for z in (r["z[1]"], r["z[2]"], r["z[3]"]))),
                             (x, -x, [1, 2*x, 3]))
            self.assertAlmostEqual(r.final("x"), x*math.cos(2), delta=1e-7)
        self.assertEqual(m.translations, 2)
        # The translator looks at signs: one translation for each.
        for v in (-1, -2, 0, 1, 3):
            self.assertAlmostEqual(m.simulate(stop=1, tolerance=1e-9, set={"v": v}).final("x"),
                                   math.cos(2) + v/2*math.sin(2), delta=1e-7)
        self.assertEqual(m.translations, 5)
        s = m.sweep({"x": numpy.linspace(1, 2, 11)}, stop=1, workers=2, tolerance=1e-9)
        self.assertLess(numpy.abs(s.final("x") - numpy.linspace(1, 2, 11)*math.cos(2)).max(), 1e-7)
        self.assertEqual(m.translations, 6)

    def test_as_if_it_stood_in_the_model(self):
        for method in ("ida", "inline:radau5", "inline:bdf"):
            there = model(BALL.replace("h(start = 1,", "h(start = 1.7,")).simulate(stop=2, method=method)
            given = model(BALL).simulate(stop=2, method=method, set={"h": 1.7})
            self.assertTrue(numpy.array_equal(there["h"], given["h"]), method)

    def test_discrete_and_given_by_others(self):
        m = model("""model Counter parameter Real x0 = 2; Real x(start = x0, fixed = true);
          discrete Real n(start = 3, fixed = true); Integer i(start = 1, fixed = true);
        equation der(x) = -x; when sample(0.1, 0.25) then n = pre(n) + 1; i = 2*pre(i); end when; end Counter;""")
        r = m.simulate(stop=1, tolerance=1e-9, set={"n": 10, "x": 7, "i": 5})
        self.assertEqual((r.final("n"), r.final("i")), (14, 80))
        self.assertAlmostEqual(r.final("x"), 7*math.exp(-1), delta=1e-7)
        with self.assertRaisesRegex(fo.UsageError, "the start value of x follows from others"):
            m.simulate(stop=1, sensitivities=["x"])
        r = m.simulate(stop=1, tolerance=1e-9, set={"x": 7}, sensitivities=["x", "n"])
        self.assertAlmostEqual(r.d["x", "x"][-1], math.exp(-1), delta=1e-7)
        self.assertAlmostEqual(r.d["n", "n"][-1], 1, delta=1e-9)
        self.assertEqual(r.d["n", "x"][-1], 0)
        with self.assertRaisesRegex(fo.UsageError, "i is neither"):
            m.simulate(stop=1, sensitivities=["i"])


class Derivatives(unittest.TestCase):
    def test_closed_form(self):
        m = model(SPRING)
        over = ["x", "v", "c", "z[2]", "rest", "root"]
        for method in ("ida", "cvode", "inline:bdf", "inline:radau5", "dopri5"):
            with self.subTest(method):
                r = m.simulate(stop=2, method=method, tolerance=1e-9, sensitivities=over)
                c, s = numpy.cos(2*r.time), numpy.sin(2*r.time)
                expected = {("x", "x"): c, ("back", "x"): -c, ("x", "v"): s/2, ("v", "x"): -2*s, ("v", "v"): c,
                            ("z[2]", "z[2]"): numpy.exp(-r.time), ("z[1]", "z[2]"): 0*c, ("rest", "rest"): 0*c,
                            ("root", "root"): 0*c, ("x", "c"): -r.time*s/4}
                for names, values in expected.items():
                    self.assertLess(numpy.abs(r.d[names] - values).max(), 1e-6, names)

    def test_through_bounces(self):
        m = model(BALL)
        options = {"stop": 1.6, "tolerance": 1e-11, "intervals": 40}
        times = numpy.array([0.32, 0.8, 1.12, 1.6])
        for method in ("ida", "cvode"):
            r = m.simulate(sensitivities=["h", "v"], method=method, **options)
            for name, value in (("h", 1), ("v", 0.5)):
                found = []
                for step in (4e-3, 2e-3, 1e-3):
                    sides = [m.simulate(set={name: value + sign*step}, **options)("h", times) for sign in (1, -1)]
                    found.append((sides[0] - sides[1])/(2*step))
                first = [(4*b - a)/3 for a, b in zip(found, found[1:])]
                reference = (16*first[1] - first[0])/15
                rows = [numpy.searchsorted(r.time, t - 1e-9) for t in times]
                self.assertLess(numpy.abs(r.d["h", name][rows] - reference).max()/numpy.abs(reference).max(), 1e-6, (method, name))

    def test_gradient(self):
        m = model(SPRING)
        for forward in (False, True):
            g = m.gradient("final(x) + 3*final(z[2])", ["x", "v", "z[2]"], stop=2, tolerance=1e-9, forward=forward)
            expected = [math.cos(4), math.sin(4)/2, 3*math.exp(-2)]
            self.assertLess(numpy.abs(g.values - expected).max(), 1e-6)

    def test_fit_and_optimum(self):
        m = model(SPRING)
        times = numpy.linspace(0.1, 3, 30)
        measured = 0.7*numpy.cos(3*times) + 0.4/3*numpy.sin(3*times)
        fit = m.calibrate({"x": (times, measured)}, over=["x", "v", "c"], tolerance=1e-9)
        self.assertTrue(fit.exact)
        for name, value in (("x", 0.7), ("v", 0.4), ("c", 9)):
            self.assertAlmostEqual(fit.values[name], value, delta=1e-5)
        # x(1) = x cos(2) + v sin(2)/2 is to be 1 for the smallest effort.
        best = m.optimize("initial(x)^2 + initial(v)^2", over=["x", "v"], subject_to="final(x) >= 1", stop=1, tolerance=1e-9)
        a = numpy.array([math.cos(2), math.sin(2)/2])
        self.assertLess(numpy.abs(numpy.array([best.values["x"], best.values["v"]]) - a/(a @ a)).max(), 1e-4)


if __name__ == "__main__":
    unittest.main()
