"""The interface that docs/python.md promises, line by line, on one model."""

import importlib.util
import io
import os
import pathlib
import signal
import contextlib
import tempfile
import threading
import time
import unittest
import unittest.mock

import numpy
from setup_package import fo, model
from formola._library import release  # noqa: E402

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

    def test_an_interrupt_while_something_is_freed_is_not_lost(self):
        class Large:
            def __del__(self):
                release(lambda pid: os.kill(pid, signal.SIGINT), os.getpid())

        with self.assertRaises(KeyboardInterrupt):
            del [Large()][0]
            time.sleep(5)
        m = model("model Slow Real x(start = 1, fixed = true); equation der(x) = -x^3; end Slow;")
        timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with self.assertRaises(KeyboardInterrupt):
            m.steady_states({"x": [0.5 + 1e-5*i for i in range(10**5)]})
        timer.join()

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


class Lines(unittest.TestCase):
    """The whole list at once, as it would stand in a script."""

    def test_script(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "drive.mo"
            file.write_text(DRIVE)
            m = fo.load(str(file), "Drive")
            self.assertEqual(fo.load("Formola.Examples.Electrical.RLCCircuit").name, "Formola.Examples.Electrical.RLCCircuit")
            for each in (m.variables, m.parameters, m.states):
                variable = each[next(iter(each))]
                self.assertTrue(all(hasattr(variable, name) for name in ("unit", "description", "value")))
            with contextlib.redirect_stderr(io.StringIO()):
                r = m.simulate(stop=3, method="inline:radau5", tolerance=1e-6, set={"load.J": 0.7},
                               inputs={"u": lambda t: min(t, 1)}, progress=True)
            self.assertFalse(r["load.w"].flags.owndata)  # a view of what the simulation wrote
            self.assertEqual((r.time[0], r.time[-1]), (0, 3))
            self.assertEqual(r("load.w", 0.0), 0)
            s = m.sweep({"load.J": [.1, .2, .5], "controller.k": range(1, 9)}, stop=3, workers=2)
            self.assertEqual((len(s), s.failed), (24, []))
            x0 = m.steady_state(set={"setPoint.height": 20})
            linear = m.linearize(at=x0, inputs=["u"], outputs=["load.w"])
            self.assertEqual([each.shape for each in (linear.A, linear.B, linear.C, linear.D)], [(2, 2), (2, 1), (1, 2), (1, 1)])
            for each in (linear.poles(), linear.zeros(), linear.bode()):
                self.assertGreater(len(each), 0)
            d = m.simulate(stop=3, sensitivities=["load.J"]).d["load.w", "load.J"]
            self.assertLess(d.min(), 0)
            times = numpy.linspace(0, 3, 31)
            f = m.residuals({"load.w": (times, 1 - numpy.exp(-2/0.4*times))}, over=["load.J"], stop=3)
            self.assertEqual((f(f.start).shape, f.jac(f.start).shape), ((31,), (31, 1)))
            st = m.start()
            st.set(u=1)
            st.step(1e-3)
            saved = st.copy()
            self.assertEqual(saved.time, st.time)
            self.assertTrue(m.inspect(method="inline:bdf").blocks)
            self.assertEqual(m.translations, 1)

    @unittest.skipUnless(has("pandas") and has("scipy"), "needs pandas and scipy")
    def test_measurements_of_pandas_and_the_optimisers_of_scipy(self):
        import pandas
        import scipy.optimize

        m = model(DRIVE)
        times = numpy.linspace(0, 3, 31)
        measured = pandas.Series(1 - numpy.exp(-2/0.4*times), index=times)
        f = m.residuals({"load.w": measured}, over=["load.J"], stop=3, tolerance=1e-9)
        found = scipy.optimize.least_squares(f, f.start, jac=f.jac)
        self.assertAlmostEqual(found.x[0], 0.4, delta=1e-6)
        g = m.objective({"load.w": (times, measured.to_numpy())}, over=["load.J"], stop=3, tolerance=1e-9)
        for method, bounds in (("BFGS", None), ("trust-constr", [(0.1, 2)]), ("SLSQP", [(0.1, 2)])):
            with self.subTest(method):
                found = scipy.optimize.minimize(g, g.start, jac=g.jac, method=method, bounds=bounds, tol=1e-8)
                self.assertAlmostEqual(found.x[0], 0.4, delta=1e-4)
        linear = m.linearize(inputs=["u"], outputs=["load.w"]).sparse()
        self.assertEqual(linear[0].nnz, 2)


class Objectives(unittest.TestCase):
    def test_value_and_derivatives(self):
        m = model(DRIVE)
        f = m.objective("integral((load.w - 1)^2)", over=["load.J", "controller.k"], stop=3, intervals=3000)
        # (w - 1)^2 = exp(-2 k t/J)
        k, inertia = 3.0, 0.6
        a = 2*k/inertia
        slope = (numpy.exp(-3*a)*(3*a + 1) - 1)/a**2
        self.assertAlmostEqual(f([inertia, k]), (1 - numpy.exp(-3*a))/a, delta=1e-5)
        self.assertLess(abs(f.jac([inertia, k]) - slope*numpy.array([-a/inertia, a/k])).max(), 1e-5)
        self.assertEqual(list(f.start), [0.5, 2])

    def test_value_and_derivatives_of_one_point_are_one_run(self):
        m = model(DRIVE)
        f = m.objective("final(load.w)", over=["load.J"], stop=1)
        with unittest.mock.patch.object(type(m), "gradient", autospec=True, side_effect=type(m).gradient) as run:
            self.assertLess(f([0.6])*f.jac([0.6])[0], 0)
            f([0.7])
        self.assertEqual(run.call_count, 2)

    def test_what_is_wrong_is_told(self):
        m = model(DRIVE)
        for over, error in ((["load.j"], fo.UnknownName), ([], fo.UsageError), (["load.w", "load.tau"], fo.UsageError)):
            with self.assertRaises(error):
                m.objective("final(load.w)", over=over)
        with self.assertRaisesRegex(fo.UsageError, "there are 1 parameters"):
            m.objective("final(load.w)", over=["load.J"])([1, 2])


class Starts(unittest.TestCase):
    """Steady states from several starts."""

    def test_all_that_are_reached_and_each_once(self):
        m = model("model M parameter Real a = 1; Real x(start = 0.4, fixed = true), angle(start = 0, fixed = true); "
                  "equation der(x) = x*(a - x)*(a + x); der(angle) = 1 + x; end M;")
        states = m.steady_states({"x": numpy.linspace(-2, 2, 9)})
        self.assertEqual(sorted(round(each["x"], 6) for each in states), [-1, 0, 1])
        self.assertEqual({name for each in states for name in each.drifting}, {"angle"})
        self.assertEqual(sorted(round(each["x"], 6) for each in m.steady_states({"x": [-3, 3]}, set={"a": 2})), [-2, 2])
        self.assertEqual(len(m.steady_states({"x": [-3, 3], "a": [2, 2.5]}, list=True)), 2)

    def test_starts_that_lead_nowhere(self):
        m = model("model M parameter Real k = 1; Real x(start = 1, fixed = true); equation der(x) = k*(1 + x^2) - 2; end M;")
        self.assertEqual([round(each["x"], 6) for each in m.steady_states({"k": [1, 3]})], [1])
        with self.assertRaises(fo.SimulationError):
            m.steady_states({"k": [3, 4]})


if __name__ == "__main__":
    unittest.main()
