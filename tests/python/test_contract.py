"""The interface that docs/python.md promises, line by line, on one model."""

import importlib.util
import io
import os
import signal
import contextlib
import threading
import unittest

import numpy
from setup_package import fo, model

DRIVE = """
model Drive
  model Inertia
    parameter Real J(unit = "kg.m2") = 0.5 "Moment of inertia";
    Real phi(start = 0, fixed = true, unit = "rad");
    Real w(start = 0, fixed = true, unit = "rad/s") "Speed";
    Real tau(unit = "N.m");
  equation
    der(phi) = w;
    J*der(w) = tau;
  end Inertia;
  model Controller
    parameter Real k = 2 "Gain";
  end Controller;
  model SetPoint
    parameter Real height = 1;
  end SetPoint;
  input Real u(start = 0) "Torque from outside";
  Inertia load;
  Controller controller;
  SetPoint setPoint;
equation
  load.tau = controller.k*(setPoint.height - load.w) + u;
  annotation(experiment(StopTime = 3));
end Drive;
"""


def has(module):
    return importlib.util.find_spec(module) is not None


def setUpModule():
    # Processes that a script starts in the background are born with Ctrl-C ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Contract(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.m = model(DRIVE)

    def test_variables(self):
        m = self.m
        self.assertEqual((m.variables["load.w"].unit, m.variables["load.w"].description), ("rad/s", "Speed"))
        self.assertEqual(m.parameters["load.J"].value, 0.5)
        self.assertEqual(set(m.states), {"load.phi", "load.w"})
        self.assertEqual(m.variables["u"].causality, "input")

    def test_start_value_of_one_element(self):
        m = model("model A Real x[3](start = {1, 2, 3}, each fixed = true); equation der(x) = -x; end A;")
        r = m.simulate(stop=1, set={"x[2]": 10})
        self.assertEqual([r[f"x[{i}]"][0] for i in (1, 2, 3)], [1, 10, 3])

    def test_simulate(self):
        with contextlib.redirect_stderr(io.StringIO()):
            r = self.m.simulate(stop=3, method="inline:radau5", tolerance=1e-8, set={"load.J": 0.7},
                                inputs={"u": lambda t: min(t, 1)}, progress=True)
        self.assertEqual(len(r["load.w"]), len(r.time))
        # J dw/dt = 2 (1 - w) + t before t = 1, with a = 2/J: w = t/2 + (1 - 1/(2a)) (1 - exp(-a t))
        a, t = 2/0.7, 0.8
        exact = t/2 + (1 - 1/(2*a))*(1 - numpy.exp(-a*t))
        self.assertAlmostEqual(r("load.w", t), exact, delta=1e-6)
        self.assertLess(abs(r("load.w", 2.999) - r.final("load.w")), 1e-3)

    @unittest.skipUnless(has("pandas") and has("xarray"), "needs pandas and xarray")
    def test_tables(self):
        r = self.m.simulate(stop=1)
        self.assertEqual(len(r.to_pandas()), len(r))
        self.assertIn("load.w", r.to_xarray())
        s = self.m.sweep({"load.J": [.1, .2, .5], "controller.k": range(1, 9)}, stop=3, workers=2)
        self.assertEqual(s.to_xarray()["load.w"].sel({"load.J": .2}).shape[0], 8)

    @unittest.skipUnless(has("matplotlib"), "needs matplotlib")
    def test_plot(self):
        import matplotlib

        matplotlib.use("Agg")
        axes = self.m.simulate(stop=1).plot("load.w")
        self.assertEqual(len(axes.lines), 1)

    def test_sweep(self):
        own = model(DRIVE)
        s = own.sweep({"load.J": [.1, .2, .5], "controller.k": range(1, 9)}, stop=3, workers=2, tolerance=1e-8)
        self.assertEqual((len(s), s.final("load.w").shape, own.translations), (24, (3, 8), 1))
        self.assertAlmostEqual(s.final("load.w")[1, 3], 1 - numpy.exp(-4/.2*3), delta=1e-6)
        alone = own.simulate(stop=3, tolerance=1e-8, set={"load.J": .2, "controller.k": 4})
        self.assertTrue(numpy.array_equal(s[11].result["load.w"], alone["load.w"]))
        pairs = own.sweep({"load.J": [.1, .2], "controller.k": [1, 2]}, stop=3, list=True)
        self.assertEqual(pairs.final("load.w").shape, (2,))
        # A wrong value is a case with its reason.
        wrong = own.sweep({"load.J": [.5, 0.0]}, stop=1)
        self.assertEqual([case.error is None for case in wrong], [True, False])

    def test_steady_state_and_linear_system(self):
        x0 = self.m.steady_state(set={"setPoint.height": 20})
        self.assertAlmostEqual(x0["load.w"], 20, delta=1e-9)
        self.assertEqual(list(x0.drifting), ["load.phi"])
        linear = self.m.linearize(at=x0, inputs=["u"], outputs=["load.w"])
        self.assertTrue(numpy.allclose(sorted(linear.poles()), [-4, 0], atol=1e-12))
        # The angle is not seen: its mode is a zero and a pole.
        self.assertTrue(numpy.allclose(linear.zeros(), [0], atol=1e-12))
        w, magnitude, phase = linear.bode()
        self.assertEqual(len(w), len(magnitude))
        self.assertTrue(numpy.allclose(linear.D, 0))
        self.assertEqual(linear.B.shape, (2, 1))

    def test_sensitivities(self):
        d = self.m.simulate(stop=3, tolerance=1e-9, sensitivities=["load.J"]).d["load.w", "load.J"]
        t = numpy.linspace(0, 3, len(d))
        # w = 1 - exp(-k t/J)
        self.assertLess(numpy.abs(d + 2*t/0.5**2*numpy.exp(-4*t)).max(), 1e-6)

    def test_residuals(self):
        times = numpy.linspace(0, 3, 20)
        f = self.m.residuals({"load.w": (times, 1 - numpy.exp(-2/0.8*times))}, over=["load.J"], stop=3, tolerance=1e-9)
        p = f.start.copy()
        for _ in range(8):
            p = p - numpy.linalg.lstsq(f.jac(p), f(p), rcond=None)[0]
        self.assertAlmostEqual(p[0], 0.8, delta=1e-5)

    def test_stepping(self):
        st = self.m.start()
        st.set(u=1)
        st.step(1e-3)
        saved = st.copy()
        st.step(1)
        self.assertAlmostEqual(saved.time, 1e-3, delta=1e-15)
        self.assertLess(saved["load.w"], st["load.w"])

    def test_inspect(self):
        self.assertIn("inline", self.m.inspect(method="inline:bdf"))

    def test_interrupt(self):
        endless = model("model Endless Real x(start = 0, fixed = true); equation der(x) = cos(1e4*time); end Endless;")
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            endless.simulate(stop=1e9)
        timer.join()
        self.assertEqual(len(endless.simulate(stop=1e-3)), 501)

    def test_interrupt_of_what_else_runs(self):
        m = model("model Endless parameter Real k = 1e4; Real x(start = 0, fixed = true); "
                  "equation der(x) = cos(k*time); end Endless;")
        state = m.start()
        saved = state.copy()
        calls = {
            "step": lambda: state.step(1e9),
            "sweep": lambda: m.sweep({"k": [1e4, 2e4, 3e4]}, stop=1e9, workers=2),
            "sensitivities": lambda: m.simulate(stop=1e9, sensitivities=["k"]),
            "gradient": lambda: m.gradient("final(x)", ["k"], stop=1e9),
            "calibrate": lambda: m.calibrate({"x": ([1e9], [1])}, over=["k"]),
            "optimize": lambda: m.optimize("final(x)", over=["k"], stop=1e9),
        }
        for name, call in calls.items():
            with self.subTest(name):
                timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
                timer.start()
                with self.assertRaises(KeyboardInterrupt):
                    call()
                timer.join()
        with self.assertRaisesRegex(fo.UsageError, "cancelled"):  # it has ended
            state.step(1e-3)
        self.assertEqual(saved.step(1e-3).time, 1e-3)


if __name__ == "__main__":
    unittest.main()
