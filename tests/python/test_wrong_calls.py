"""Wrong calls from Python: each is an error that says what is wrong, none is taken for something else."""

import unittest

import numpy
from setup_package import fo, model

MODEL = """
model Drive
  parameter Real J(unit = "kg.m2") = 0.5;
  parameter Real k = 2;
  input Real u(start = 0);
  Real phi(start = 0, fixed = true);
  Real w(start = 0, fixed = true, unit = "rad/s");
equation
  der(phi) = w;
  J*der(w) = k*(1 - w) + u;
end Drive;
"""


class WrongCalls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.m = model(MODEL)
        cls.r = cls.m.simulate(stop=1)
        cls.st = cls.m.start()
        cls.L = cls.m.linearize(inputs=["u"], outputs=["w"])

    def refused(self, calls, kind):
        for call, words in calls:
            with self.subTest(words=words), self.assertRaisesRegex(kind, words):
                call()

    def test_names(self):
        m, r, st = self.m, self.r, self.st
        t = numpy.linspace(0, 1, 5)
        self.refused([
            (lambda: m.variables["ww"], "there is no variable 'ww'; did you mean 'w'"),
            (lambda: m.parameters["JJ"], "did you mean 'J'"),
            (lambda: m.states["phl"], "did you mean 'phi'"),
            (lambda: r["phj"], "did you mean 'phi'"),
            (lambda: r("phj", 0.5), "did you mean 'phi'"),
            (lambda: st["phj"], "did you mean 'phi'"),
            (lambda: st.set(uu=1), "there is no variable 'uu'"),
            (lambda: m.simulate(stop=1, inputs={"uu": 1}), "no input 'uu'.*inputs of the model: u"),
            (lambda: m.simulate(stop=1, inputs={"J": 1}), "J is no input of the model; the inputs of the model: u"),
            (lambda: m.residuals({"phj": (t, t)}, over="J"), "did you mean 'phi'"),
            (lambda: m.residuals({"w": (t, t)}, over="JJ"), "did you mean 'J'"),
            (lambda: r.d["w", "J"], "no derivatives by 'J'.*sensitivities="),
            (lambda: m.inspect()["blockss"], "did you mean 'blocks'"),
            (lambda: m.simulate(set={"JJ": 1}), "there is no variable 'JJ'; did you mean 'J'"),
            (lambda: m.simulate(sensitivities=["JJ"]), "did you mean 'J'"),
            (lambda: m.sweep({"JJ": [1, 2]}), "did you mean 'J'"),
            (lambda: m.steady_state(set={"JJ": 1}), "did you mean 'J'"),
            (lambda: m.linearize(inputs=["phj"]), "did you mean 'phi'"),
            (lambda: m.calibrate({"w": (t, t)}, over=["JJ"]), "did you mean 'J'"),
            (lambda: m.optimize("final(phj)", over=["J"]), "did you mean 'phi'"),
            (lambda: m.gradient("final(w)", over=["JJ"]), "did you mean 'J'"),
            (lambda: m.ensemble({"J": [1, 2]}, ["phj"]), "did you mean 'phi'"),
        ], fo.UnknownName)
        with self.assertRaises(KeyError):  # as with any mapping
            m.variables["ww"]
        with self.assertRaises(AttributeError):
            m.inspect().blockss
        self.assertEqual(m.inspect().blocks[0].kind, m.inspect()["blocks"][0]["kind"])
        self.assertEqual(str(fo.UnknownName("it's")), "it's")
        self.assertEqual(list(r), r.names)

    def test_values(self):
        m, r, st, linear = self.m, self.r, self.st, self.L
        t = numpy.linspace(0, 1, 5)
        self.refused([
            (lambda: m.simulate(stop="3"), "stop: '3' is no number"),
            (lambda: m.simulate(stop=1, method=5), "method is a text, not 5"),
            (lambda: m.simulate(stop=1, intervals=2.5), "intervals is 2.5; it is a whole number"),
            (lambda: m.simulate(stop=1, intervals=10**10), "intervals is 10000000000"),
            (lambda: m.simulate(stop=1, set=["J", 3]), "set: give values by name"),
            (lambda: m.simulate(stop=1, set={3: 3}), "a name is a text, not 3"),
            (lambda: m.simulate(stop=1, set={"J": None}), "J cannot be None"),
            (lambda: m.simulate(stop=1, inputs={"u": "file"}), "input u: 'file' is no number"),
            (lambda: m.simulate(stop=1, sensitivities=[3]), "a name is a text, not 3"),
            (lambda: r[3], "a name is a text, not 3"),
            (lambda: r("w", "a"), "time: 'a' is no number"),
            (lambda: r.d["w"], r"two names, d\[variable, parameter\]"),
            (lambda: m.sweep({"J": 3}), "J: give several values"),
            (lambda: m.sweep({"J": "ab"}), "J: give several values"),
            (lambda: m.sweep({"J": []}), "J: there are no values"),
            (lambda: m.sweep({"J": [1, 2]}, workers=0), "workers is 0"),
            (lambda: m.linearize(at="x0"), "a time of a run or a State"),
            (lambda: m.linearize(at=r), "a time of a run or a State"),
            (lambda: linear.reduce(-1), "order is -1"),
            (lambda: st.set(u="a"), "input u: 'a' is no number"),
            (lambda: st.step("a"), "the length of the step: 'a' is no number"),
            (lambda: st.step(-1), "cannot go back to -1; a copy"),
            (lambda: st.step(float("nan")), "cannot go back to nan"),
            (lambda: m.residuals({"w": t}, over="J"), r"w: give measurements as a pair \(times, values\)"),
            (lambda: m.residuals(r, over="J"), "measurements: give values by name"),
            (lambda: m.residuals({"w": (t, t)}, over=[]), "names of parameters"),
            (lambda: m.residuals({"w": (t, t)}, over="J")([0.5, 1]), r"there are 1 parameters \(J\)"),
            (lambda: m.calibrate({"w": (t, t)}, over={"J": 3}), "J: bounds are a pair"),
            (lambda: m.calibrate({"w": (t - numpy.inf, t)}, over="J"), "a time is not finite"),
            (lambda: m.optimize(3, over="J"), "the objective is a text"),
            (lambda: m.calibrate({"w": (t, numpy.where(t == 0.5, numpy.inf, t))}, over="J"), "w: the value at time 0.5 is infinite"),
            (lambda: m.simulate(stop=1, inputs={"u": lambda time: None}), "input u: the function gave None at time 0, which is no number"),
            (lambda: m.simulate(stop=1, inputs={"u": lambda time: float("nan")}), "input u: the function gave nan at time 0"),
            (lambda: m.ensemble({"J": ["a"]}, "w"), "an array of numbers"),
            (lambda: m.ensemble({"J": [1, 2, float("nan")]}, "w", stop=1), r"J cannot be nan \(case 2\)"),
            (lambda: fo.load("drive.mo", backend="gcc"), "no backend 'gcc'"),
        ], fo.UsageError)

    def test_what_was_measured_twice_counts_twice(self):
        t = numpy.array([0.5, 0.5, 1, 1, 1])
        values = 1 - numpy.exp(-4*t) + numpy.array([0.1, -0.1, 0.05, 0, -0.05])
        fit = self.m.calibrate({"w": (t, values)}, over="J", tolerance=1e-9)
        f = self.m.residuals({"w": (t, values)}, over="J", tolerance=1e-9, stop=1)
        self.assertEqual(fit.data["signals"][0]["values"], 5)
        # where the sum of squares of all five is smallest
        self.assertLess(abs(f.jac([fit["J"]])[:, 0] @ f([fit["J"]])), 1e-6)
        g = self.m.gradient({"w": (t, values)}, "J", set={"J": 0.7}, tolerance=1e-9, stop=1)
        self.assertAlmostEqual(g["J"]/(2*f.jac([0.7])[:, 0] @ f([0.7])), 1, delta=1e-5)

    def test_times_outside_of_the_run_are_told(self):
        t = numpy.linspace(-1, 1, 21)
        fit = self.m.calibrate({"w": (t, 1 - numpy.exp(-5*t))}, over="J")
        self.assertEqual(fit.unused_times, 10)
        self.assertIn("10 measured times lie outside of the run", repr(fit))
        self.assertIn("10 measured times lie outside of the run", fit._repr_html_())
        self.assertAlmostEqual(fit["J"], 0.4, delta=1e-4)

    def test_what_was_not_measured_does_not_count(self):
        t = numpy.linspace(0, 1, 5)
        values = numpy.array([0, numpy.nan, 0.8, numpy.nan, 1])
        f = self.m.residuals({"w": (t, values)}, over="J", stop=1)
        self.assertEqual((f([0.5]).shape, f.jac([0.5]).shape), ((3,), (3, 1)))


if __name__ == "__main__":
    unittest.main()
