"""Inputs over time, stepping by hand, states that are kept."""

import math
import pathlib
import tempfile
import unittest

import numpy
from setup_package import fo, model

DRIVEN = """
model Driven "Inputs, and what follows them"
  input Real u(start = 0);
  input Boolean on(start = false);
  output Real y;
  parameter Real T = 1;
  parameter Integer n = 1;
  Real many[n] = fill(x, n);
  parameter Real gain = 2;
  Real x(start = 0, fixed = true);
  Real total(start = 0, fixed = true) "Of u";
  Real high(start = 0, fixed = true) "How long u was above one half";
  discrete Integer count(start = 0, fixed = true);
equation
  T*der(x) = u - x;
  der(total) = u;
  der(high) = if u > 0.5 then 1 else 0;
  y = gain*x + u;
  when on then
    count = pre(count) + 1;
  end when;
end Driven;
"""
METHODS = ["ida", "ida:dense", "cvode", "dopri5", "inline:bdf", "inline:radau3", "inline:radau5", "inline:lobatto4",
           "inline:sdirk4", "inline:trapezoid", "inline:mixed", "auto"]


class Inputs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.model = model(DRIVEN)

    def test_function_with_every_method(self):
        for method in METHODS:
            with self.subTest(method):
                r = self.model.simulate(stop=3, tolerance=1e-8, method=method, inputs={"u": math.sin})
                t = r.time
                self.assertLess(numpy.abs(r["x"] - (numpy.sin(t) - numpy.cos(t) + numpy.exp(-t))/2).max(), 2e-6)
                self.assertLess(numpy.abs(r["u"] - numpy.sin(t)).max(), 1e-15)
                self.assertLess(numpy.abs(r["y"] - 2*r["x"] - numpy.sin(t)).max(), 1e-12)
        self.assertEqual(self.model.translations, 1)

    def test_stages_of_a_step_have_their_own_times(self):
        # With the values of the end of the step at all stages the error would be that of backward Euler.
        for method, error in (("inline:radau5", 1e-9), ("inline:radau3", 1e-5), ("inline:lobatto4", 1e-7)):
            r = self.model.simulate(stop=2, step=0.1, method=method, inputs={"u": math.sin})
            self.assertLess(abs(r.final("total") - (1 - math.cos(2))), error, method)

    def test_jumps_and_bends_of_tables(self):
        for method in METHODS:
            with self.subTest(method):
                # A pulse that a step would not see.
                table = ([0, 5, 5.01, 5.02], [0, 0, 1, 0])
                r = self.model.simulate(stop=10, tolerance=1e-8, method=method, inputs={"u": table})
                self.assertAlmostEqual(r.final("total"), 0.01, delta=1e-7)
                self.assertAlmostEqual(r.final("high"), 0.01, delta=1e-7)
                jump = fo.Table([0, 1, 1, 3], [0, 0, 1, 1])
                r = self.model.simulate(stop=3, tolerance=1e-8, method=method, inputs={"u": jump})
                self.assertAlmostEqual(r.final("x"), 1 - math.exp(-2), delta=1e-5)
                self.assertAlmostEqual(r.final("total"), 2, delta=1e-9)
                at = numpy.flatnonzero(r.time == 1)
                self.assertEqual((r["u"][at[0]], r["u"][at[-1]]), (0, 1))

    def test_discrete_inputs(self):
        on = ([0, 0.5, 1, 1.5, 2], [0, 1, 0, 1, 0])
        r = self.model.simulate(stop=3, inputs={"on": on})
        self.assertEqual(r.final("count"), 2)
        with self.assertRaisesRegex(fo.UsageError, "no Boolean"):
            self.model.simulate(inputs={"on": ([0, 1], [0, 0.5])})
        with self.assertRaisesRegex(fo.UsageError, "no Real"):
            self.model.simulate(inputs={"on": lambda t: t > 1})

    def test_constant_input_does_not_translate(self):
        r = self.model.simulate(stop=1, tolerance=1e-8, inputs={"u": 3})
        self.assertAlmostEqual(r.final("x"), 3*(1 - math.exp(-1)), delta=1e-6)
        r = self.model.simulate(stop=1, tolerance=1e-8, set={"u": 2})
        self.assertAlmostEqual(r.final("x"), 2*(1 - math.exp(-1)), delta=1e-6)
        self.assertEqual(self.model.translations, 1)

    def test_file(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "u.csv"
            file.write_text("time,u,x\n0,0,9\n2,4,9\n")
            r = self.model.simulate(stop=2, tolerance=1e-8, inputs=file)
            self.assertAlmostEqual(r.final("total"), 4, delta=1e-6)
            file.write_text("time,U\n0,0\n")
            with self.assertRaisesRegex(fo.UsageError, "did you mean 'u'"):
                self.model.simulate(stop=2, inputs=file)
            file.write_text("time,x\n0,0\n")
            with self.assertRaisesRegex(fo.UsageError, "inputs of the model: u, on"):
                self.model.simulate(stop=2, inputs=file)
            with self.assertRaises(fo.UsageError):
                self.model.simulate(stop=2, inputs=pathlib.Path(folder) / "nothing.csv")

    def test_wrong_inputs(self):
        for inputs, text in (({"U": 1}, "did you mean 'u'"), ({"x": [[0], [1]]}, "is no input"),
                             ({"u": ([1, 0], [0, 0])}, "decrease"), ({"u": ([], [])}, "empty"),
                             ({"u": ([0, 1], [0, math.nan])}, "no finite number")):
            with self.assertRaisesRegex(fo.UsageError, text):
                self.model.simulate(inputs=inputs)

    def test_exception_in_a_function(self):
        def fails(t):
            if t > 0.5:
                raise ZeroDivisionError("here")
            return t

        for method in ("ida", "inline:bdf", "dopri5"):
            with self.assertRaisesRegex(ZeroDivisionError, "here"):
                self.model.simulate(stop=1, method=method, inputs={"u": fails})
        self.assertAlmostEqual(self.model.simulate(stop=1, inputs={"u": 1}).final("total"), 1, delta=1e-6)

    def test_values_after_a_structural_one(self):
        # In the model with n = 3 the later variables have other places.
        own = model(DRIVEN)
        r = own.simulate(stop=1, set={"n": 3, "gain": 5.0}, inputs={"u": 1})
        self.assertIn("many[3]", r)
        self.assertAlmostEqual(r.final("y"), 5*r.final("x") + 1, delta=1e-12)


class Stepping(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.model = model(DRIVEN)

    def test_step(self):
        for method in ("ida", "cvode", "inline:bdf", "inline:radau5", "rk4", "auto"):
            with self.subTest(method):
                st = self.model.start(tolerance=1e-9, method=method, stop=1)
                self.assertEqual((st.time, st["x"]), (0, 0))
                st.set(u=1)
                self.assertEqual(st["y"], 1)  # at once
                for _ in range(10):
                    st.step(0.1)
                self.assertAlmostEqual(st.time, 1, delta=1e-12)
                self.assertAlmostEqual(st["x"], 1 - math.exp(-1), delta=1e-6)
                st.set({"u": 0})
                st.step(until=2)  # beyond the stop time
                self.assertAlmostEqual(st["x"], (1 - math.exp(-1))*math.exp(-1), delta=1e-6)
                self.assertAlmostEqual(st["high"], 1, delta=1e-9)
                self.assertEqual(st.result.time[0], 0)
                self.assertEqual(st.result.time[-1], 2)
                self.assertAlmostEqual(st.result("x", 1.0), 1 - math.exp(-1), delta=1e-6)

    def test_copies_go_their_own_ways(self):
        st = self.model.start(tolerance=1e-9, inputs={"u": lambda t: 1 + t})
        st.step(0.5)
        saved = st.copy()
        st.set(u=0)
        st.step(0.5)
        again = saved.copy()
        saved.step(0.5)
        self.assertAlmostEqual(saved["total"], 1.5, delta=1e-7)
        self.assertAlmostEqual(st["total"], 0.625, delta=1e-7)
        self.assertEqual(again.time, 0.5)
        self.assertAlmostEqual(again["total"], 0.625, delta=1e-7)
        again.step(0.5)
        self.assertEqual(again["total"], saved["total"])

    def test_copies_with_events(self):
        ball = model("""model Ball
          Real h(start = 1, fixed = true);
          Real v(start = 0, fixed = true);
          discrete Integer n(start = 0, fixed = true);
          Real old = delay(h, 0.1);
          discrete Real last(start = 0, fixed = true);
        equation
          der(h) = v;
          der(v) = -9.81;
          when h < 0 then
            reinit(v, -0.8*pre(v));
            n = pre(n) + 1;
          end when;
          when sample(0, 0.25) then
            last = h;
          end when;
        end Ball;""")
        whole = ball.simulate(stop=2, tolerance=1e-9)
        st = ball.start(stop=2, tolerance=1e-9)
        st.step(until=0.7)
        saved = st.copy()
        st.step(until=1.9)
        saved.step(until=2)
        for name in ("h", "n", "last", "old"):
            self.assertAlmostEqual(saved[name], whole.final(name), delta=1e-5)

    def test_states_are_moved(self):
        st = self.model.start(tolerance=1e-9)
        st.set(x=2)
        self.assertEqual((st["x"], st["y"], st["der(x)"]), (2, 4, -2))
        st.step(1)
        self.assertAlmostEqual(st["x"], 2*math.exp(-1), delta=1e-6)

    def test_wrong_use(self):
        st = self.model.start()
        st.step(1)
        with self.assertRaisesRegex(fo.UsageError, "cannot go back"):
            st.step(until=0.5)
        with self.assertRaisesRegex(fo.UsageError, "neither an input nor a state"):
            st.set(gain=3)
        with self.assertRaisesRegex(fo.UsageError, "did you mean 'gain'"):
            st.set(gian=3)
        with self.assertRaises(KeyError):
            _ = st["nothing"]
        with self.assertRaises(fo.UsageError):
            st.step()


if __name__ == "__main__":
    unittest.main()
