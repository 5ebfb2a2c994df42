"""Gradients from the last step to the first: against the same forward, sensitivities, closed forms and extrapolated runs."""

import math
import unittest

import numpy
from setup_package import fo, model
from test_sensitivities import MODELS

METHODS = ["inline:radau5", "inline:radau3", "inline:lobatto4", "inline:sdirk4", "inline:be"]

BALL = """model Ball
  parameter Real e = 0.8;
  parameter Real g = 9.81;
  parameter Real h0 = 1;
  Real h(start = h0, fixed = true);
  Real v(start = 0, fixed = true);
  discrete Real hit(start = 0, fixed = true) "when it was there last";
equation
  der(h) = v;
  der(v) = -g;
  when h <= 0 then
    reinit(v, -e*pre(v));
    hit = time;
  end when;
end Ball;"""

SWITCH = """model Switch "A relay with hysteresis and a switch in time, an algebraic loop"
  parameter Real k = 2;
  parameter Real low = 0.3;
  parameter Real high = 0.8;
  parameter Real when_off = 1.37;
  Real x(start = 0, fixed = true), a;
  Boolean on(start = true, fixed = true);
equation
  when {x > high, x < low} then
    on = not pre(on);
  end when;
  a + 0.1*sin(a) = x*k;
  der(x) = (if on then k else -1) - 0.3*a + (if time > when_off then 0.5*k else 0);
end Switch;"""

NETWORK = """model Network "A chain of tanks with as many valves"
  parameter Integer n = 20;
  parameter Real k[n] = {1 + 0.05*i for i in 1:n};
  parameter Real c[n] = {2 - 0.03*i for i in 1:n};
  input Real u(start = 0);
  Real x[n](start = {1 + 0.1*i for i in 1:n}, each fixed = true);
  Real q[n];
equation
  for i in 1:n loop
    q[i] = k[i]*(x[i] - (if i < n then x[min(i + 1, n)] else 0))*sqrt(1 + x[i]^2);
    c[i]*der(x[i]) = (if i > 1 then q[max(i - 1, 1)] else u) - q[i];
  end for;
end Network;"""


def both(m, objective, over, **options):
    return (m.gradient(objective, over, **options).values, m.gradient(objective, over, forward=True, **options).values)


class Gradients(unittest.TestCase):
    def near(self, found, expected, relative):
        scale = numpy.abs(expected).max()
        self.assertLess(numpy.abs(numpy.asarray(found) - expected).max(), relative*scale, f"{found} {expected}")

    def test_inputs_in_the_objective_are_those_of_the_rows(self):
        """Of a lag behind a ramp that jumps: with e = u - x, e' = 1 - k e, and e grows by 1 at the jump."""
        m = model("model Lag parameter Real k = 2; input Real u(start = 5); Real r = -u; Real x(start = 0, fixed = true); "
                  "equation der(x) = k*(u - x); end Lag;")
        table = ([0, 1, 1, 2], [0, 1, 2, 3])
        k = 2.0
        def integral(k):  # of e^2
            t = numpy.linspace(0, 1, 200001)
            first = (1 - numpy.exp(-k*t))/k
            second = 1/k + (first[-1] + 1 - 1/k)*numpy.exp(-k*t)
            return sum((each[0]**2 + each[-1]**2 + 4*(each[1:-1:2]**2).sum() + 2*(each[2:-1:2]**2).sum())/600000 for each in (first, second))
        slope = (8*(integral(k + 1e-3) - integral(k - 1e-3)) - (integral(k + 2e-3) - integral(k - 2e-3)))/12e-3
        for objective in ("integral((u - x)^2)", "integral((r + x)^2)"):
            for forward in (False, True):
                g = m.gradient(objective, ["k"], forward=forward, stop=2, inputs={"u": table}, tolerance=1e-9, intervals=4000)
                self.assertAlmostEqual(g.value, integral(k), delta=6e-4)  # the jump lies between two rows
                self.assertAlmostEqual(g["k"], slope, delta=6e-4)
        g = m.gradient("final(u)", ["k"], stop=2, inputs={"u": lambda t: math.cos(t)})
        self.assertEqual((g.value, g["k"]), (math.cos(2), 0))
        self.assertEqual(numpy.abs(m.simulate(stop=1, sensitivities=["k"]).d["r", "k"]).max(), 0)

    def test_closed_form(self):
        m = model("""model Decay
          parameter Real a = 0.7; parameter Real x0 = 2; parameter Real y0 = x0^2;
          Real x(start = x0, fixed = true), y(start = y0, fixed = true);
        equation der(x) = -a*x; der(y) = -y; end Decay;""")
        for method in METHODS[:4]:
            g = m.gradient("final(x)", ["a", "x0"], stop=2, tolerance=1e-9, method=method)
            self.assertAlmostEqual(g.value, 2*math.exp(-1.4), delta=1e-7)
            self.near(g.values, [-2*2*math.exp(-1.4), math.exp(-1.4)], 1e-6)
        g = m.gradient("final(y) + a*initial(x)", ["a", "x0"], stop=2, tolerance=1e-9)
        self.near(g.values, [2, 4*math.exp(-2) + 0.7], 1e-7)

    def test_backward_is_forward(self):
        for name, (text, over, stop, inputs) in MODELS.items():
            m = model(text)
            state = m.states[0] if not isinstance(m.states, dict) else list(m.states)[0]
            for method in METHODS:
                with self.subTest(model=name, method=method):
                    objective = f"integral({state}^2) + final({state})"
                    try:
                        back, forth = both(m, objective, over, stop=stop, inputs=inputs, method=method, tolerance=1e-7,
                                           intervals=20)
                    except fo.UsageError as error:
                        self.skipTest(str(error))
                    self.near(back, forth, 1e-9)

    def test_against_sensitivities(self):
        for name in ("Oscillator", "Reaction", "Loop", "Constrained"):
            text, over, stop, inputs = MODELS[name]
            m = model(text)
            state = list(m.states)[0]
            with self.subTest(model=name):
                g = m.gradient(f"final({state})", over, stop=stop, inputs=inputs, tolerance=1e-9)
                d = m.simulate(stop=stop, inputs=inputs, tolerance=1e-9, method="ida", sensitivities=over).d
                self.near(g.values, numpy.array([d[state, p][-1] for p in over]), 1e-6)

    def test_bounces(self):
        m = model(BALL)
        back, forth = both(m, "final(h) + 0.1*final(hit)", ["e", "g", "h0"], stop=1.5, tolerance=1e-9)
        self.near(back, forth, 1e-9)
        # between the third and the fourth time on the ground
        def final(e, g, h0):
            t, v = math.sqrt(2*h0/g), math.sqrt(2*g*h0)
            while True:
                v *= e
                if t + 2*v/g > 1.5:
                    return v*(1.5 - t) - g*(1.5 - t)**2/2 + 0.1*t
                t += 2*v/g
        at = [0.8, 9.81, 1.0]
        exact = []
        for k in range(3):
            q = []
            for h in (1e-3, 5e-4):
                up, down = list(at), list(at)
                up[k] += h
                down[k] -= h
                q.append((final(*up) - final(*down))/(2*h))
            exact.append((4*q[1] - q[0])/3)
        self.near(back, exact, 1e-6)

    def test_switches(self):
        m = model(SWITCH)
        over = ["k", "low", "high", "when_off"]
        objective = "integral(x^2) + final(a)"
        back, forth = both(m, objective, over, stop=2.2, tolerance=1e-10, intervals=40)
        self.near(back, forth, 1e-9)
        exact = []
        for name in over:
            value = m.variables[name].value
            q = []
            for h in (2e-4, 1e-4):
                sides = [m.gradient(objective, ["k"], set={name: value + s*h}, stop=2.2, tolerance=1e-12, intervals=40).value
                         for s in (1, -1)]
                q.append((sides[0] - sides[1])/(2*h))
            exact.append((4*q[1] - q[0])/3)
        # The integral is one over rows: a bend between two of them counts differently.
        self.near(back, exact, 2e-5)

    def test_many_parameters_and_measurements(self):
        m = model(NETWORK)
        over = [f"k[{i}]" for i in range(1, 21)] + [f"c[{i}]" for i in range(1, 21)]
        times = numpy.linspace(0.1, 2, 12)
        measured = {"x[1]": (times, numpy.sin(times)), "q[7]": (times[::2], 0.3 + 0*times[::2])}
        inputs = {"u": ([0, 1, 1, 2], [0, 1, 2, 2])}
        for method in ("inline:radau5", "inline:sdirk4"):
            back, forth = both(m, measured, over, stop=2, inputs=inputs, tolerance=1e-8, method=method)
            self.near(back, forth, 1e-10)
        f = m.residuals(measured, over=over[:3] + over[-2:], inputs=inputs, stop=2, tolerance=1e-9)
        g = m.gradient(measured, over[:3] + over[-2:], stop=2, inputs=inputs, tolerance=1e-9)
        self.near(g.values, 2*f.jac(f.start).T @ f(f.start), 1e-5)

    def test_little_memory(self):
        m = model(NETWORK)
        over = ["k[1]", "c[3]", "k[20]"]
        for method in ("inline:radau5", "inline:sdirk4"):
            all_kept = m.gradient("integral(x[1])", over, stop=5, tolerance=1e-8, intervals=200, method=method)
            few = m.gradient("integral(x[1])", over, stop=5, tolerance=1e-8, intervals=200, method=method, most_bytes=1)
            self.assertEqual(all_kept.data["repeated_steps"], 0)
            self.assertGreater(few.data["repeated_steps"], 20)
            self.near(few.values, all_kept.values, 1e-8)

    def test_refusals(self):
        m = model(BALL)
        for objective, over, options, words in (
                ("final(hh)", ["e"], {}, "no variable 'hh'; did you mean 'h'"),
                ("final(h)", ["ee"], {}, "no variable 'ee'"),
                ("final(h)", [], {}, "no parameter"),
                ("final(h", ["e"], {}, "')'"),
                ("final(h)", ["e"], {"method": "inline:bdf"}, "inline:radau5"),
                ("final(h)", ["e"], {"method": "ida"}, "inline:radau5")):
            with self.subTest(words=words), self.assertRaisesRegex(fo.UsageError, words.replace("(", r"\(").replace(")", r"\)")):
                m.gradient(objective, over, stop=1, **options)
        d = model("model D parameter Real p = 1; Real x(start = 1, fixed = true); equation der(x) = -p*delay(x, 0.1); end D;")
        with self.assertRaisesRegex(fo.UsageError, "delay"):
            d.gradient("final(x)", ["p"], stop=1)


if __name__ == "__main__":
    unittest.main()
