"""Linear systems against central differences with extrapolation, known poles, steady states."""

import math
import unittest

import numpy
from setup_package import fo, model

# Inputs that matter in a nonlinear way, an algebraic loop (linear and not), an index-3 constraint, a function without
# a formula for its derivative written down, a negated alias, a table of an if-expression.
OWN = {
    "Pendulum": """model Pendulum "Index 3"
      input Real torque(start = 0.3);
      output Real y = x;
      Real phi(start = 0.5, fixed = true, stateSelect = StateSelect.always);
      Real w(start = 0.2, fixed = true, stateSelect = StateSelect.always);
      Real x, h;
      Real force;
    equation
      der(phi) = w;
      x = sin(phi);
      h = -cos(phi);
      der(w) = -9.81*x + torque*h;
      force = w^2 - 9.81*h;
    end Pendulum;""",
    "Loop": """model Loop "A nonlinear loop"
      input Real u(start = 0.7);
      output Real y;
      Real x(start = 1, fixed = true);
      Real a, b;
    equation
      a = cos(b) + u^2;
      b = 0.3*sin(a) + x;
      der(x) = -x*a + exp(-b)*u;
      y = -a*b;
    end Loop;""",
    "LinearLoop": """model LinearLoop
      input Real u(start = 2);
      output Real y = back;
      parameter Real r[3] = {1, 2, 3};
      Real x[3](start = {1, 2, 3}, each fixed = true);
      Real i[3], v;
      Real back = -v;
    equation
      for k in 1:3 loop
        r[k]*i[k] = x[k] - v*(1 + 0.1*x[1]);
        der(x[k]) = -i[k]/k;
      end for;
      sum(i) = u*x[2];
    end LinearLoop;""",
    "Function": """model Function
      function f
        input Real a;
        input Real b;
        output Real c;
      protected
        Real s = 1;
      algorithm
        for k in 1:4 loop
          s := s*a/k + b;
        end for;
        c := s + sqrt(a*a + b*b);
      end f;
      input Real u(start = 0.4);
      output Real y;
      Real x(start = 1.3, fixed = true);
    equation
      der(x) = -f(x, u);
      y = if x > 0 then x^3*u else x;
    end Function;""",
    "VanDerPol": """model VanDerPol
      input Real u(start = 0);
      output Real y = x + u*v;
      Real x(start = 2, fixed = true);
      Real v(start = 0.5, fixed = true);
    equation
      der(x) = v;
      der(v) = 5*(1 - x^2)*v - x + u;
    end VanDerPol;""",
    "Constrained": """model Constrained "Two masses on a rope: index 3, one state is dropped"
      input Real f(start = 1);
      output Real rope;
      Real a(start = 0.1, fixed = true), b;
      Real va(start = 0.2, fixed = true), vb;
    equation
      a + b + 0.1*a^2 = 1;
      der(a) = va;
      der(b) = vb;
      2*der(va) = -rope*(1 + 0.2*a) + f;
      3*der(vb) = -rope;
    end Constrained;""",
}
LIBRARY = ["Electrical.RLCCircuit", "Electrical.ParallelCapacitors", "Electrical.CoupledInductors", "Electrical.MotorStart",
           "Electrical.CommonEmitter", "Electrical.DiffusionLine", "Blocks.StateSpaceOscillator", "Blocks.PILoop",
           "MultiBody.Pendulum", "MultiBody.DoublePendulum", "MultiBody.Chain", "MultiBody.FourBar", "Process.TwoTanks",
           "Classics.Oregonator", "Classics.HIRES", "Classics.Pollution", "Classics.TransistorAmplifier",
           "Process.FilledVessel", "Process.MixedStreams", "Process.SuperheaterEnergy", "Process.SuperheaterWithFlow",
           "Process.Column", "Process.Reactor", "Process.Enzyme", "Robot.Mechanics", "Robot.R3Robot36", "Robot.R3Robot66",
           "BondGraphs.ControlledMotor", "BondGraphs.Crank", "BondGraphs.MixedDrive", "BondGraphs.HeatedBody",
           "Thermal.ConvectiveHeating", "Thermal.RadiationToSpace", "Thermal.TwoBodies", "Rotational.DampedPendulum",
           "Rotational.DriveTrain", "Rotational.Hoist", "Rotational.Fan", "Translational.CraneWithRack",
           "Translational.Shaker", "PlanarMechanics.Pendulum", "PlanarMechanics.SliderCrank", "PlanarMechanics.SpringMass",
           "MultiBody.SphericalPendulum", "MultiBody.SliderCrank", "MultiBody.Tree", "MultiBody.FrictionChain",
           "MultiBody.SqueezingMechanism", "Blocks.SecondOrderStep", "Blocks.TransferFunctionStep", "Blocks.LimitedPID",
           "Blocks.PIDStep", "Blocks.AntiWindup", "Electrical.LossyLine", "Electrical.HeatedDiode",
           "Electrical.HeatedResistor", "Classics.AkzoNobel", "Classics.CarAxis", "Classics.Pleiades",
           "Classics.MedicalAkzoNobel", "PDE.HeatEquation", "PDE.VibratingString", "Papers.PlantWithController"]


def extrapolated(state, name, outputs, scale):
    """d outputs / d name by central differences with two steps, the leading error removed."""
    base = state[name]
    found = []
    for step in (1e-3*scale, 5e-4*scale):
        sides = []
        for sign in (1, -1):
            state.set({name: base + sign*step})
            sides.append(numpy.array([state[output] for output in outputs]))
        found.append((sides[0] - sides[1])/(2*step))
    # once more, for the next term
    step = 2.5e-4*scale
    sides = []
    for sign in (1, -1):
        state.set({name: base + sign*step})
        sides.append(numpy.array([state[output] for output in outputs]))
    found.append((sides[0] - sides[1])/(2*step))
    state.set({name: base})
    first = [(4*b - a)/3 for a, b in zip(found, found[1:])]
    return (16*first[1] - first[0])/15


class Linearization(unittest.TestCase):
    def check(self, m, at, **options):
        state = m.start(tolerance=1e-10, **options)
        if at:
            state.step(until=at)
        outputs = [name for name, v in m.variables.items()
                   if v.type is float and v.variability == "continuous" and not name.startswith("der(")
                   and not v.causality == "input"][:40]
        linear = state.linearize(outputs=outputs)
        derivatives = [f"der({name})" for name in linear.states]
        if any(name not in m.variables for name in derivatives):
            self.skipTest("a state has no name of its own")
        for names, left, lower in ((linear.states, linear.A, linear.C), (linear.inputs, linear.B, linear.D)):
            for j, name in enumerate(names):
                exact = numpy.concatenate([left[:, j], lower[:, j]])
                values = numpy.array([abs(state[each]) for each in derivatives + outputs])
                wrong = numpy.ones(exact.size, dtype=bool)
                # Exponentials and flows that hardly differ from zero ask for shorter differences.
                for part in (1, 1/30, 1/1000):
                    scale = part*max(abs(state[name]), m.variables[name].nominal)
                    column = extrapolated(state, name, derivatives + outputs, scale)
                    # Rounding of a difference is relative to the values, not to the derivative.
                    bound = 1e-7*numpy.maximum(numpy.abs(exact), numpy.abs(column)) + 3e-11*values/scale + 1e-9*max(
                        numpy.abs(exact).max(), 1e-300)
                    wrong &= numpy.abs(column - exact) > bound
                    if not wrong.any():
                        break
                self.assertEqual(list(numpy.flatnonzero(wrong)), [],
                                 [((derivatives + outputs)[i], name, exact[i], column[i]) for i in numpy.flatnonzero(wrong)])
        return linear

    def test_own_models(self):
        for name, text in OWN.items():
            for at in (None, 0.3):
                with self.subTest(name, at=at):
                    linear = self.check(model(text), at)
                    self.assertEqual(len(linear.inputs), 1)

    def test_library(self):
        for name in LIBRARY:
            with self.subTest(name):
                self.check(fo.load("Formola.Examples." + name), 0.01)

    def test_known_poles(self):
        m = model("""model Known "Poles -1, -2, -3 and -0.5 +- 4i; a zero at -7 and one at infinity"
          input Real u;
          output Real y;
          Real a, b, c, p, q;
        equation
          der(a) = -a + u;
          der(b) = -2*b + a;
          der(c) = -3*c + der(b) + 7*b;
          der(p) = -0.5*p + 4*q;
          der(q) = -4*p - 0.5*q + u;
          y = c;
        end Known;""")
        linear = m.linearize()
        wanted = numpy.sort_complex(numpy.array([-1, -2, -3, -0.5 + 4j, -0.5 - 4j]))
        self.assertLess(numpy.abs(numpy.sort_complex(linear.poles()) - wanted).max(), 1e-10)
        found = linear.zeros()
        # Modes that do not reach the output are among the zeros.
        for zero in (-7, -0.5 + 4j, -0.5 - 4j):
            self.assertLess(numpy.abs(found - zero).min(), 1e-10)
        s = 2j
        exact = (s + 7)/((s + 1)*(s + 2)*(s + 3))
        self.assertLess(abs(linear.response(2)[0] - exact), 1e-14)
        w, magnitude, phase = linear.bode([2])
        self.assertAlmostEqual(magnitude[0], 20*math.log10(abs(exact)), delta=1e-12)
        self.assertAlmostEqual(phase[0], math.degrees(numpy.angle(exact)), delta=1e-9)
        self.assertEqual(len(linear.bode()[0]), 400)

    def test_reduction(self):
        m = model("""model Chain
          input Real u;
          output Real y = x[6];
          Real x[6](each start = 0, each fixed = true), hidden(start = 1, fixed = true);
        equation
          der(x[1]) = u - x[1];
          for i in 2:6 loop
            der(x[i]) = i*(x[i - 1] - x[i]);
          end for;
          der(hidden) = x[1];
        end Chain;""")
        linear = m.linearize()
        self.assertEqual(linear.orders(), (7, 6, 6))
        small = linear.reduce(3)
        w = numpy.geomspace(1e-2, 1e2, 200)
        error = numpy.abs(small.response(w) - linear.response(w)).max()
        self.assertLessEqual(error, small.bound)
        self.assertEqual((small.A.shape, len(small.hankel)), ((3, 3), 6))
        self.assertLess(small.bound, 0.1)

    def test_functions_that_iterate(self):
        """The statements of a function that halves an interval have the derivative zero, its result has not."""
        loops = {
            "while": "while b - a > 1e-14 loop x := (a + b)/2; if x^3 + x > y then b := x; else a := x; end if; end while;",
            "found": "while not found loop x := (a + b)/2; if x^3 + x > y then b := x; else a := x; end if; found := b - a < 1e-14; end while;",
            "for": "for k in 1:60 loop x := (a + b)/2; if x^3 + x > y then b := x; else a := x; end if; end for;",
        }
        for name, loop in loops.items():
            for call in ("root(s)", "twice(s)/2"):
                with self.subTest(name, call=call):
                    m = model(f"""function root input Real y; output Real x; protected Real a = -10, b = 10; Boolean found = false;
                      algorithm {loop} end root;
                      function twice input Real y; output Real x; algorithm x := 2*root(y); end twice;
                    model M input Real u; Real s(start = 2, fixed = true); output Real y = {call};
                    equation der(s) = u - y; end M;""")
                    linear = m.linearize()  # x^3 + x = 2 at x = 1
                    self.assertAlmostEqual(linear.C[0, 0], 0.25, delta=1e-8)
                    self.assertAlmostEqual(linear.A[0, 0], -0.25, delta=1e-8)

    def test_response_at_poles(self):
        """At w = 0 there is a pole of the angle: infinite for outputs that see it, for others it is none."""
        m = model("""model Shaft
          input Real u; output Real w(start = 0, fixed = true), phi(start = 0, fixed = true);
        equation der(w) = u - 4*w; der(phi) = w; end Shaft;""")
        linear = m.linearize()
        self.assertAlmostEqual(linear.response(0, output="w")[0], 0.25, delta=1e-15)
        self.assertEqual(abs(linear.response(0, output="phi")[0]), math.inf)
        # a mode that the input does not reach
        driven = model("model Apart input Real u; output Real y; Real a(start = 1), b(start = 1); "
                       "equation der(a) = u - a; der(b) = 0; y = a + b; end Apart;").linearize()
        self.assertAlmostEqual(driven.response(0)[0], 1, delta=1e-15)

    def test_oscillator_of_the_library(self):
        # A circuit of R, L and C: s^2 + R/L s + 1/(LC).
        m = model("""model RLC
          import Formola.Electrical.*;
          Resistor r(R = 0.2);
          Inductor l(L = 0.5);
          Capacitor c(C = 0.1);
          Ground g;
        equation
          connect(r.n, l.p);
          connect(l.n, c.p);
          connect(c.n, r.p);
          connect(c.n, g.p);
        end RLC;""")
        poles = numpy.sort_complex(m.linearize().poles())
        wanted = numpy.sort_complex(numpy.roots([1, 0.4, 20]))
        self.assertLess(numpy.abs(poles - wanted).max(), 1e-10)

    def test_names(self):
        m = model(OWN["Loop"])
        with self.assertRaisesRegex(fo.UsageError, "did you mean"):
            m.linearize(outputs=["yy"])
        with self.assertRaisesRegex(fo.UsageError, "no input"):
            m.linearize(inputs=["a"])
        linear = m.linearize(inputs=[], outputs=["a", "b"])
        self.assertEqual((linear.B.shape, linear.C.shape), ((1, 0), (2, 1)))
        with self.assertRaisesRegex(fo.UsageError, "which input"):
            linear.zeros()
        self.assertEqual(m.translations, 1)


class SteadyState(unittest.TestCase):
    def test_newton(self):
        m = model("""model Tank
          parameter Real inflow = 2;
          Real h(start = 1, fixed = true, min = 0);
          Real T(start = 300, fixed = true, nominal = 300);
        equation
          der(h) = inflow - 0.5*sqrt(h);
          der(T) = 0.1*(350 - T) - 1e-3*h*(T - 280);
        end Tank;""")
        x0 = m.steady_state()
        self.assertAlmostEqual(x0["h"], 16, delta=1e-10)
        self.assertAlmostEqual(x0["T"], (35 + 16e-3*280)/(0.1 + 16e-3), delta=1e-8)
        self.assertEqual(x0.time, 0)
        self.assertEqual(x0.drifting, {})
        x0 = m.steady_state(set={"inflow": 3})
        self.assertAlmostEqual(x0["h"], 36, delta=1e-9)
        self.assertEqual(m.translations, 1)
        linear = m.linearize(at=x0)
        self.assertAlmostEqual(linear.A[0, 0], -0.25/6, delta=1e-12)
        # It stays there.
        x0.step(10)
        self.assertAlmostEqual(x0["h"], 36, delta=1e-6)

    def test_unstable(self):
        m = model("model Up Real phi(start = 3, fixed = true); Real w(start = 0, fixed = true); "
                  "equation der(phi) = w; der(w) = -sin(phi) - 0.1*w; end Up;")
        self.assertAlmostEqual(m.steady_state()["phi"], math.pi, delta=1e-10)

    def test_drift(self):
        m = model("model Shaft Real phi(start = 0, fixed = true); Real w(start = 0, fixed = true); "
                  "equation der(phi) = w; der(w) = 10 - 2*w; end Shaft;")
        x0 = m.steady_state()
        self.assertAlmostEqual(x0["w"], 5, delta=1e-10)
        self.assertEqual(list(x0.drifting), ["phi"])
        self.assertAlmostEqual(x0.drifting["phi"], 5, delta=1e-9)

    def test_modes(self):
        # Newton's solution of the first mode lies where the second one holds.
        m = model("model Valve Real x(start = 0, fixed = true); "
                  "equation der(x) = 6 - (if x < 2 then x else 2*x - 2); end Valve;")
        self.assertAlmostEqual(m.steady_state()["x"], 4, delta=1e-10)

    def test_integration_helps(self):
        m = model("model Hill Real x(start = -1, fixed = true); "
                  "equation der(x) = exp(-x^2)*1e-1 + (if x > 3 then 4 - x else 1); end Hill;")
        x0 = m.steady_state(stop=10)
        self.assertAlmostEqual(x0["x"] - 0.1*math.exp(-x0["x"]**2), 4, delta=1e-9)

    def test_none(self):
        m = model("model Away Real x(start = 1, fixed = true); Real y(start = 0, fixed = true); "
                  "equation der(x) = 1 + 1e-3*sin(x + y); der(y) = -y; end Away;")
        with self.assertRaisesRegex(fo.SimulationError, "no steady state.*x \\(by"):
            m.steady_state(stop=1)


class Discrete(unittest.TestCase):
    """The linear system of one inlined step."""

    OSCILLATOR = """model Oscillator
      input Real u(start = 0.2);
      output Real y = x;
      Real x(start = 1, fixed = true), v(start = 0.3, fixed = true);
    equation
      der(x) = v;
      der(v) = -4*x - 0.5*v + 3*u;
    end Oscillator;"""
    # Stability functions of the methods, by their coefficients (numerator, denominator).
    FORMULAS = {"inline:be": ([1], [1, -1]), "inline:radau3": ([1, 1/3], [1, -2/3, 1/6]),
                "inline:radau5": ([1, 2/5, 1/20], [1, -3/5, 3/20, -1/60]),
                "inline:lobatto4": ([1, 1/4], [1, -3/4, 1/4, -1/24])}

    def test_stability_functions(self):
        m = model(self.OSCILLATOR)
        a, b = numpy.array([[0, 1], [-4, -0.5]]), numpy.array([[0], [3.0]])
        for method, (above, below) in self.FORMULAS.items():
            for h in (0.01, 0.4):
                power = lambda c: sum(k*numpy.linalg.matrix_power(h*a, i) for i, k in enumerate(c))
                expected = numpy.linalg.solve(power(below), power(above))
                found = m.linearize(step_size=h, method=method)
                self.assertEqual(found.step, h)
                numpy.testing.assert_allclose(found.A, expected, rtol=1e-11, atol=1e-12)
                # A constant input shifts the point of rest by -A^-1 B u.
                numpy.testing.assert_allclose(found.B, (expected - numpy.eye(2)) @ numpy.linalg.solve(a, b), rtol=1e-10, atol=1e-12)
                numpy.testing.assert_allclose(found.C, [[1, 0]])
        found = m.linearize(step_size=0.1, method="inline:sdirk4")
        values = numpy.exp(0.1*numpy.linalg.eigvals(a))
        self.assertLess(numpy.abs(numpy.sort_complex(found.poles()) - numpy.sort_complex(values)).max(), 1e-6)
        w = 1.3
        exact = (found.C @ numpy.linalg.solve(numpy.exp(1j*w*0.1)*numpy.eye(2) - found.A, found.B) + found.D)[0, 0]
        self.assertAlmostEqual(found.response(w)[0], exact, delta=1e-12)

    def test_nonlinear_steps(self):
        for name in ("Loop", "VanDerPol", "LinearLoop", "Constrained"):
            m = model(OWN[name])
            for method in ("inline:radau5", "inline:sdirk4", "inline:be"):
                with self.subTest(model=name, method=method):
                    h = 0.05
                    found = m.linearize(step_size=h, method=method)
                    for j, state in enumerate(found.states):
                        value, size = m.variables[state].value, 1.0
                        quotients = []
                        for step in (1e-3*size, 5e-4*size):
                            ends = [m.simulate(stop=h, step=h, intervals=1, method=method, tolerance=1e-12,
                                               set={state: value + sign*step}) for sign in (1, -1)]
                            quotients.append([(ends[0][each][-1] - ends[1][each][-1])/(2*step) for each in found.states])
                        column = (4*numpy.array(quotients[1]) - numpy.array(quotients[0]))/3
                        numpy.testing.assert_allclose(found.A[:, j], column, rtol=1e-7, atol=1e-8)

    def test_refusals(self):
        m = model(self.OSCILLATOR)
        with self.assertRaisesRegex(fo.UsageError, "inline:radau5"):
            m.linearize(step_size=0.1, method="ida")
        with self.assertRaisesRegex(fo.UsageError, "positive"):
            m.linearize(step_size=0)
        with self.assertRaisesRegex(fo.UsageError, "not reduced"):
            m.linearize(step_size=0.1).reduce(1)


if __name__ == "__main__":
    unittest.main()
