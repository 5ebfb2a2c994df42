"""Sensitivities against closed forms and against Richardson extrapolation of runs; residuals for fits."""

import importlib.util
import math
import unittest

import numpy
from setup_package import fo, model

MODELS = {
    # (text, parameters, stop, inputs)
    "Oscillator": ("""model Oscillator
      parameter Real k = 4;
      parameter Real m = 1;
      parameter Real d = 0.3;
      parameter Real x0 = 1;
      parameter Real w = sqrt(k/m);
      Real x(start = x0, fixed = true);
      Real v(start = 0, fixed = true);
      Real energy = m*v^2/2 + k*x^2/2;
    equation
      der(x) = v;
      m*der(v) = -k*x - d*v + 0.1*w*sin(time);
    end Oscillator;""", ["k", "m", "d", "x0"], 3, None),
    "Reaction": ("""model Reaction
      parameter Real k1 = 0.5;
      parameter Real k2 = 20;
      parameter Real k3 = 1;
      Real a(start = 1, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true);
    equation
      der(a) = -k1*a + k3*b*c;
      der(b) = k1*a - k3*b*c - k2*b^2;
      der(c) = k2*b^2;
    end Reaction;""", ["k1", "k2", "k3"], 5, None),
    "Loop": ("""model Loop "A nonlinear loop, an initial equation, an event in time"
      parameter Real p = 0.7;
      parameter Real q = 2;
      input Real u;
      Real x;
      Real a, b;
    initial equation
      der(x) = p - 0.5;
    equation
      a = cos(b) + p^2;
      b = 0.3*sin(a) + x;
      der(x) = -q*x*a + exp(-b) + (if time > 0.7 then q else u);
    end Loop;""", ["p", "q"], 2, {"u": ([0, 0.25, 0.25, 2], [0, 0, 1, 1])}),
    "Constrained": ("""model Constrained "Index 3"
      parameter Real f = 1;
      parameter Real mass = 3;
      Real a(start = 0.1, fixed = true), b;
      Real va(start = 0.2, fixed = true), vb;
      Real rope;
    equation
      a + b + 0.1*a^2 = 1;
      der(a) = va;
      der(b) = vb;
      2*der(va) = -rope*(1 + 0.2*a) + f;
      mass*der(vb) = -rope;
    end Constrained;""", ["f", "mass"], 1, None),
}

EVENTS = {
    # (text, parameters, variables, stop, times around which runs of other parameters are before or after an event)
    "Ball": ("""model Ball "Bounces"
      parameter Real e = 0.8;
      parameter Real g = 9.81;
      parameter Real h0 = 1;
      Real h(start = h0, fixed = true), v(start = 0, fixed = true);
    equation
      der(h) = v;
      der(v) = -g - 0.1*v*abs(v);
      when h < 0 then
        reinit(v, -e*pre(v));
      end when;
    end Ball;""", ["e", "g", "h0"], ["h", "v"], 2),
    "Limited": ("""model Limited "The equations change, the states do not jump"
      parameter Real k = 1;
      parameter Real limit = 0.5;
      Real x(start = 1, fixed = true);
      Real y = x^2;
    equation
      der(x) = if x > limit then -k*x else -3*k*limit;
    end Limited;""", ["k", "limit"], ["x", "y"], 1),
    "StickSlip": ("""model StickSlip "A mass on a belt, held by dry friction: it sticks, slips and sticks again"
      parameter Real c = 2;
      parameter Real fs = 1.5 "as long as it sticks";
      parameter Real fc = 1;
      parameter Real speed = 0.5;
      Real x(start = 0, fixed = true), v(start = 0.5, fixed = true);
      discrete Boolean stuck(start = true, fixed = true);
    equation
      der(x) = v;
      der(v) = if stuck then 0 else -c*x + fc;
      when c*x > fs then
        stuck = false;
      elsewhen v > speed and not pre(stuck) then
        stuck = true;
        reinit(v, speed);
      end when;
    end StickSlip;""", ["c", "fs", "fc"], ["x", "v"], 6),
    "Thermostat": ("""model Thermostat "A switch with hysteresis; discrete Reals count and keep"
      parameter Real high = 21;
      parameter Real band = 2;
      parameter Real power = 12;
      Real T(start = 15, fixed = true);
      discrete Boolean heats(start = true, fixed = true);
      discrete Real last(start = 0, fixed = true) "when it was switched off";
      Real heat(start = 0, fixed = true);
    equation
      der(T) = (10 - T)*0.5 + (if heats then power else 0);
      der(heat) = (if heats then power else 0) + 0.1*last;
      when T > high then
        heats = false;
        last = time;
      elsewhen T < high - band then
        heats = true;
        last = pre(last);
      end when;
    end Thermostat;""", ["high", "band", "power"], ["T", "heat", "last"], 3),
    "Sampled": ("""model Sampled "A controller that looks at times that depend on a parameter"
      parameter Real k = 1;
      parameter Real interval = 0.23;
      Real x(start = 1, fixed = true);
      discrete Real u(start = 0, fixed = true);
    equation
      der(x) = -u + 0.1;
      when sample(0.1, interval) then
        u = k*pre(u)/2 + x;
      end when;
    end Sampled;""", ["k", "interval"], ["x", "u"], 2),
    "Steps": ("""model Steps "Times of events depend on parameters"
      parameter Real f = 3;
      parameter Real a = 2;
      Real x(start = 0, fixed = true);
    equation
      der(x) = if time > 1/f then a - x else 0;
    end Steps;""", ["f", "a"], ["x"], 2),
    "Cut": ("""model Cut "An initial equation gives a parameter"
      parameter Real r = 2;
      parameter Real p(fixed = false);
      Real x(start = 1, fixed = true);
    initial equation
      p^2 = r;
    equation
      der(x) = if x > 0.3 then -p*x else -0.1;
    end Cut;""", ["r"], ["x"], 1.5),
}


def extrapolated(m, name, parameter, times, options, largest=4e-2):
    """d name / d parameter at the rows by central differences with three steps."""
    value = m.variables[parameter].value
    found = []
    for step in (largest*value, largest/2*value, largest/4*value):
        sides = [m.simulate(set={parameter: value + sign*step}, **options)(name, times) for sign in (1, -1)]
        found.append((sides[0] - sides[1])/(2*step))
    first = [(4*b - a)/3 for a, b in zip(found, found[1:])]
    return (16*first[1] - first[0])/15


class Sensitivities(unittest.TestCase):
    def test_closed_form(self):
        m = model("model Decay parameter Real k = 2; parameter Real x0 = 3; Real x(start = x0, fixed = true); "
                  "Real y = k*x; equation der(x) = -k*x; end Decay;")
        for method in ("ida", "cvode", "inline:bdf", "inline:radau5", "dopri5"):
            with self.subTest(method):
                r = m.simulate(stop=2, method=method, tolerance=1e-9, sensitivities=["k", "x0"])
                t, e = r.time, numpy.exp(-2*r.time)
                self.assertEqual(len(t), 501)
                self.assertLess(numpy.abs(r["x"] - 3*e).max(), 1e-6)
                self.assertLess(numpy.abs(r.d["x", "k"] + 3*t*e).max(), 1e-6)
                self.assertLess(numpy.abs(r.d["x", "x0"] - e).max(), 1e-6)
                self.assertLess(numpy.abs(r.d["y", "k"] - 3*e*(1 - 2*t)).max(), 1e-6)

    def test_richardson(self):
        for name, (text, parameters, stop, inputs) in MODELS.items():
            m = model(text)
            options = {"stop": stop, "tolerance": 1e-11, "inputs": inputs, "intervals": 50}
            r = m.simulate(sensitivities=parameters, **options)
            times = numpy.array(r.time)
            for parameter in parameters:
                for variable in list(m.states) + [v for v in ("energy", "a", "rope") if v in m.variables]:
                    with self.subTest(name, parameter=parameter, variable=variable):
                        reference = extrapolated(m, variable, parameter, times, options)
                        scale = max(numpy.abs(reference).max(), 1e-3)
                        # At the instants of events the runs are read after them, as the sensitivities are.
                        self.assertLess(numpy.abs(r.d[variable, parameter] - reference).max()/scale, 1e-6)

    def test_events(self):
        """Through bounces, friction, switches, samples and instants that move."""
        for name, (text, parameters, variables, stop) in EVENTS.items():
            m = model(text)
            options = {"stop": stop, "tolerance": 1e-11, "intervals": 60}
            plain = m.simulate(**options)
            events = plain.time[1:][numpy.diff(plain.time) == 0]
            times = numpy.linspace(0, stop, 61)
            # Close to an event runs with other parameters are on the other side of it.
            clear = numpy.array([numpy.abs(events - t).min(initial=9) > 0.015*(1 + t) for t in times])
            self.assertGreater(clear.sum(), 20, name)
            runs = [m.simulate(sensitivities=parameters, method=method, **options) for method in ("ida", "cvode")]
            for parameter in parameters:
                for variable in variables:
                    reference = extrapolated(m, variable, parameter, times, options, 4e-3)[clear]
                    scale = max(numpy.abs(reference).max(), 1e-2)
                    for r in runs:
                        with self.subTest(name, parameter=parameter, variable=variable):
                            self.assertLess(numpy.abs(r.d[variable, parameter][clear] - reference).max()/scale, 1e-6)

    def test_a_bounce_in_closed_form(self):
        m = model("model Ball parameter Real e = 0.8; Real h(start = 1, fixed = true); Real v(start = 0, fixed = true); "
                  "equation der(h) = v; der(v) = -9.81; when h < 0 then reinit(v, -e*pre(v)); end when; end Ball;")
        r = m.simulate(stop=1, tolerance=1e-10, sensitivities=["e"])
        s = r.time - math.sqrt(2/9.81)
        later = s > 1e-6
        # h = e sqrt(2 g) s - g s^2/2 after the bounce
        self.assertLess(numpy.abs(r.d["h", "e"] - math.sqrt(2*9.81)*s)[later].max(), 1e-6)
        self.assertLess(numpy.abs(r.d["h", "e"])[~later].max(), 1e-9)

    def test_what_is_not_covered(self):
        graze = model("model Graze parameter Real a = 1; Real x(start = 0, fixed = true), z(start = 0, fixed = true); "
                      "equation der(x) = 3*a*(time - 1)^2; der(z) = if x > 1 then 1 else 0; end Graze;")
        try:  # the crossing has no slope: a message, or nothing where it is not seen
            graze.simulate(stop=2, sensitivities=["a"])
        except fo.UsageError as error:
            self.assertIn("derivatives do not exist", str(error))
        moved = model("model Moved parameter Real f = 3; parameter Real a = 2; Real x(start = 0, fixed = true); "
                      "equation der(x) = if time > 1/f then (if time > a*sqrt(f)/4 then -x else a) else 0; end Moved;")
        with self.assertRaisesRegex(fo.UsageError, "moves with a parameter is not known"):
            moved.simulate(stop=2, tolerance=1e-11, sensitivities=["f"])
        late = model("model Late parameter Real k = 1; Real x(start = 1, fixed = true); "
                     "equation der(x) = -k*delay(x, 0.1); end Late;")
        with self.assertRaisesRegex(fo.UsageError, "delay"):
            late.simulate(stop=1, sensitivities=["k"])
        with self.assertRaisesRegex(fo.UsageError, "did you mean 'k'"):
            late.simulate(stop=1, sensitivities=["K"])
        with self.assertRaises(KeyError):
            _ = late.simulate(stop=1).d["x", "k"]


class Fit(unittest.TestCase):
    def test_jacobian(self):
        text, parameters, stop, _inputs = MODELS["Oscillator"]
        m = model(text)
        times = numpy.linspace(0.1, stop, 30)
        measured = m.simulate(stop=stop, tolerance=1e-9)("x", times)
        f = m.residuals({"x": (times, measured)}, over=["k", "d"], stop=stop, tolerance=1e-9)
        self.assertLess(numpy.abs(f(f.start)).max(), 1e-12)
        p = numpy.array([5, 0.2])
        self.assertLess(numpy.abs(f.jac(p) - f._by_differences(p)).max(), 1e-4)
        self.assertEqual(m.translations, 1)

    def test_gauss_newton_finds_the_parameters(self):
        text, parameters, stop, _inputs = MODELS["Reaction"]
        m = model(text)
        times = numpy.linspace(0.2, stop, 40)
        true = {"k1": 0.7, "k2": 25, "k3": 1.5}
        run = m.simulate(stop=stop, tolerance=1e-9, set=true)
        f = m.residuals({name: (times, run(name, times)) for name in "abc"}, over=list(true), stop=stop, tolerance=1e-9)
        p = f.start.copy()
        for _ in range(12):
            p = p - numpy.linalg.lstsq(f.jac(p), f(p), rcond=None)[0]
        self.assertLess(numpy.abs(p/list(true.values()) - 1).max(), 1e-4)

    def test_jacobian_through_an_event(self):
        m = model("model Ball parameter Real e = 0.8; Real h(start = 1, fixed = true); Real v(start = 0, fixed = true); "
                  "equation der(h) = v; der(v) = -9.81; when h < 0 then reinit(v, -e*pre(v)); end when; end Ball;")
        t = math.sqrt(2/9.81)
        f = m.residuals({"h": ([t + 0.2], [0])}, over="e", stop=1, tolerance=1e-9)
        # h = e sqrt(2 g) s - g s^2/2 after the bounce
        self.assertAlmostEqual(f.jac([0.8])[0, 0], math.sqrt(2*9.81)*0.2, delta=1e-6)

    @unittest.skipUnless(importlib.util.find_spec("scipy"), "needs scipy")
    def test_scipy(self):
        import scipy.optimize

        m = model("model Decay parameter Real k = 2; Real x(start = 3, fixed = true); equation der(x) = -k*x; end Decay;")
        times = numpy.linspace(0, 1, 11)
        f = m.residuals({"x": (times, 3*numpy.exp(-5*times))}, over=["k"], stop=1, tolerance=1e-9)
        found = scipy.optimize.least_squares(f, f.start, jac=f.jac)
        self.assertAlmostEqual(found.x[0], 5, delta=1e-5)


if __name__ == "__main__":
    unittest.main()
