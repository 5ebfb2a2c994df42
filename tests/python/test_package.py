"""The Python package over libformola: python/formola."""

import importlib.util
import math
import os
import pathlib
import sys
import tempfile
import threading
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = pathlib.Path(os.environ.get("FORMOLA_PROGRAM", ROOT / "build/release/tools/formola"))
os.environ.setdefault("FORMOLA_LIBFORMOLA", str(PROGRAM.resolve().parent.parent / "src/api/libformola.so"))
sys.path.insert(0, str(ROOT / "python"))

import numpy  # noqa: E402

import formola as fo  # noqa: E402

OSCILLATOR = """
model Oscillator "Mass and spring"
  parameter Real k(unit = "N/m") = 4 "Stiffness";
  parameter Real m = 1;
  parameter Integer n = 2;
  Real x(start = 1, fixed = true, unit = "m") "Position";
  Real v(start = 0, fixed = true);
  Real back = -x;
  Real many[n] = fill(x, n);
equation
  der(x) = v;
  m*der(v) = -k*x;
end Oscillator;
"""


def needs(module):
    return unittest.skipUnless(importlib.util.find_spec(module), f"needs {module}")


class Package(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.file = pathlib.Path(cls.folder.name) / "oscillator.mo"
        cls.file.write_text(OSCILLATOR)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def setUp(self):
        self.model = fo.load(self.file, "Oscillator")

    def test_variables(self):
        m = self.model
        self.assertEqual(m.name, "Oscillator")
        self.assertEqual(set(m.states), {"x", "v"})
        self.assertEqual(m.parameters["k"].value, 4)
        self.assertEqual(m.parameters["k"].unit, "N/m")
        self.assertEqual(m.parameters["k"].description, "Stiffness")
        self.assertEqual(m.parameters["n"].changeable, "by translation")
        self.assertEqual(m.variables["x"].value, 1)
        self.assertEqual(fo.load(self.file).name, "Oscillator")
        self.assertIn("2 states", repr(m))

    def test_enumerations(self):
        file = pathlib.Path(self.folder.name) / "gear.mo"
        file.write_text("""model Gear
          type G = enumeration(first, second, third);
          parameter G g = G.first;
          parameter String name = "G.first";
          Real x(start = 0, fixed = true);
        equation
          der(x) = Integer(g) + (if name == "G.third" then 10 else 0);
        end Gear;""")
        m = fo.load(file, "Gear")
        self.assertAlmostEqual(m.simulate(stop=1, set={"g": "G.third"}).final("x"), 3, delta=1e-9)
        self.assertAlmostEqual(m.simulate(stop=1, set={"g": 2, "name": "G.third"}).final("x"), 12, delta=1e-9)

    def test_trajectories(self):
        r = self.model.simulate(stop=3, method="inline:radau5", tolerance=1e-8, set={"k": 9})
        self.assertLess(numpy.abs(r["x"] - numpy.cos(3*r.time)).max(), 1e-6)
        self.assertLess(numpy.abs(r["back"] + r["x"]).max(), 1e-15)
        self.assertEqual(r["k"][0], 9)
        self.assertAlmostEqual(r("x", 1.234), math.cos(3*1.234), delta=1e-4)
        self.assertLess(numpy.abs(r("x", [0.5, 1]) - numpy.cos([1.5, 3])).max(), 1e-4)
        self.assertAlmostEqual(r.final("x"), math.cos(9), delta=1e-6)
        self.assertGreater(r.statistics["steps"], 10)
        self.assertIn("x", r)
        self.assertNotIn("y", r)

    def test_arrays_live_longer_than_results(self):
        x = self.model.simulate(stop=1)["x"]
        self.assertAlmostEqual(x[0], 1)
        self.assertFalse(x.flags.writeable)
        self.assertIs(type(x), numpy.ndarray)
        self.assertIs(type(x.max()), numpy.float64)

    def test_structural_values_translate_again(self):
        self.assertEqual(self.model.translations, 1)
        self.model.simulate(stop=1, set={"k": 2, "m": 3})
        self.assertEqual(self.model.translations, 1)
        r = self.model.simulate(stop=1, set={"n": 3})
        self.assertIn("many[3]", r)
        self.assertIn("many[3]", r.names)
        self.assertEqual(set(r.names), set(self.model.variables) | {"many[3]"})
        self.assertEqual(self.model.simulate(stop=1, filter="^(x|v)$").names, ["x", "v"])
        self.assertEqual(self.model.translations, 2)
        r = self.model.simulate(stop=1, tolerance=1e-8, set={"x": 3})
        self.assertAlmostEqual(r.final("x"), 3*math.cos(2), delta=1e-5)
        self.assertEqual(self.model.translations, 3)

    def test_ensemble(self):
        """Last values of many cases, on every device those of the closed form; cases that fail, what is refused."""
        k = numpy.linspace(1, 9, 37)
        for device in ("threads", "lanes", "auto"):
            e = self.model.ensemble({"k": k, "m": numpy.full(37, 2.0)}, ["x", "v"], stop=1, method="rk4", step=1e-3, device=device, workers=2)
            numpy.testing.assert_allclose(e["x"], numpy.cos(numpy.sqrt(k/2)), atol=1e-9)
            self.assertTrue(e.ok.all())
            self.assertEqual(e.note, "")
        fixed = self.model.ensemble({"k": k}, "x", set={"m": 3.0}, stop=1, method="rk4", step=1e-3, device="lanes")
        numpy.testing.assert_allclose(fixed["x"], numpy.cos(numpy.sqrt(k/3)), atol=1e-9)
        e = self.model.ensemble({"k": [1, 1e308, 4], "m": [1, 1e-300, 1]}, ["x"], stop=1, method="rk4", step=1e-3, device="lanes")
        self.assertEqual(list(e.ok), [True, False, True])
        self.assertEqual(list(e.errors), [1])
        self.assertTrue(e.errors[1] and math.isnan(e["x"][1]))
        numpy.testing.assert_allclose(e.quantiles("x", [0, 1]), [math.cos(2), math.cos(1)], atol=1e-9)
        alone = self.model.ensemble({"k": k}, ["x"], stop=1, device="lanes")
        self.assertIn("by single runs in threads: the method auto", alone.note)
        numpy.testing.assert_allclose(alone["x"], numpy.cos(numpy.sqrt(k)), atol=1e-4)
        for values, variables in (({"k": [1, 2], "m": [1]}, ["x"]), ({"k": [1]}, []), ({"k": [1]}, ["y"]), ({"kk": [1]}, ["x"])):
            with self.assertRaises(fo.UsageError):
                self.model.ensemble(values, variables, stop=1)
        with self.assertRaises(fo.UsageError):
            self.model.ensemble({"k": [1]}, ["x"], stop=1, device="cpu")

    def test_sweep(self):
        sweep = self.model.sweep({"k": [1, 4, 9], "m": [1.0, 2.0]}, stop=1, workers=2, method="inline:bdf",
                                 tolerance=1e-8)
        self.assertEqual(len(sweep), 6)
        self.assertEqual(self.model.translations, 1)
        self.assertEqual(sweep.failed, [])
        for i, k in enumerate([1, 4, 9]):
            for j, m in enumerate([1.0, 2.0]):
                self.assertAlmostEqual(sweep.final("x")[i, j], math.cos(math.sqrt(k/m)), delta=1e-6)
        # Each run is the same as alone, to the last bit.
        alone = self.model.simulate(stop=1, method="inline:bdf", tolerance=1e-8, set={"k": 4, "m": 2.0})
        self.assertTrue(numpy.array_equal(numpy.asarray(sweep[3].result["x"]), numpy.asarray(alone["x"])))

    @needs("xarray")
    def test_sweep_to_xarray(self):
        data = self.model.sweep({"k": [1, 4]}, stop=1).to_xarray(["x"])
        self.assertAlmostEqual(float(data["x"].sel(k=4).isel(time=-1)), math.cos(2), delta=1e-3)
        self.assertEqual(self.model.simulate(stop=1).to_xarray(["x"])["x"].attrs["units"], "m")

    @needs("pandas")
    def test_pandas(self):
        frame = self.model.simulate(stop=1).to_pandas()
        self.assertAlmostEqual(frame["x"].iloc[0], 1)
        self.assertEqual(frame.index.name, "time")

    def test_packages_that_are_not_there(self):
        r, sweep = self.model.simulate(stop=1), self.model.sweep({"k": [1, 4]}, stop=1)
        linear = self.model.linearize(inputs=[], outputs=["x"])
        calls = {"pandas": [r.to_pandas], "xarray": [r.to_xarray, sweep.to_xarray], "matplotlib": [lambda: r.plot("x")],
                 "scipy": [linear.sparse]}
        for package, functions in calls.items():
            with unittest.mock.patch.dict(sys.modules, {package: None}):  # as if it were not installed
                for function in functions:
                    with self.assertRaisesRegex(fo.MissingPackage, rf"needs {package}, .* python3-{package}"):
                        function()
        self.assertTrue(issubclass(fo.MissingPackage, ImportError))

    def test_wrong_names(self):
        with self.assertRaisesRegex(fo.UsageError, "did you mean 'k'"):
            self.model.simulate(set={"K": 3})
        with self.assertRaisesRegex(fo.UsageError, "no method"):
            self.model.simulate(method="magic")
        with self.assertRaises(KeyError):
            _ = self.model.simulate(stop=1)["nothing"]
        for option in ({"step": 0}, {"step": -1.0}, {"intervals": 0}):
            with self.assertRaisesRegex(fo.UsageError, next(iter(option))):
                self.model.simulate(stop=1, **option)
        file = pathlib.Path(self.folder.name) / "driven.mo"
        file.write_text("model Driven input Real x; Real y = 2*x; end Driven;")
        driven = fo.load(file)
        for value in (([0, 1], [1]), [1, 2, 3], ([[0, 1]], [[1, 2]])):
            with self.assertRaisesRegex(fo.UsageError, "as many values as times|a pair"):
                driven.simulate(stop=1, inputs={"x": value})

    def test_wrong_model(self):
        wrong = pathlib.Path(self.folder.name) / "wrong.mo"
        wrong.write_text("model W\n  Real x = speed;\nend W;\n")
        with self.assertRaises(fo.ModelError) as caught:
            fo.load(wrong)
        self.assertEqual(caught.exception.diagnostics[0].line, 2)
        self.assertIn("wrong.mo", caught.exception.diagnostics[0].file)
        with self.assertRaises(fo.UsageError):
            fo.load("/no/such/file.mo")

    def test_failed_run(self):
        file = pathlib.Path(self.folder.name) / "escape.mo"
        file.write_text("model Escape Real x(start = 1, fixed = true); equation der(x) = x^2; end Escape;")
        with self.assertRaises(fo.SimulationError) as caught:
            fo.load(file).simulate(stop=2)
        self.assertGreater(len(caught.exception.result), 10)

    def test_exception_in_callback(self):
        def stop(_time, _start, _stop):
            raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            self.model.simulate(stop=1, progress=stop)
        self.assertGreater(len(self.model.simulate(stop=1)), 2)

    def test_foreign_code_needs_trust(self):
        file = pathlib.Path(self.folder.name) / "foreign.mo"
        file.write_text("""function size_of
  input Integer k;
  output Integer n;
  external "C" n = abs(k);
end size_of;
model Foreign
  parameter Integer n = size_of(-3);
  Real x[n] = fill(time, n);
end Foreign;
""")
        with self.assertRaises(fo.ModelError) as caught:
            fo.load(file, "Foreign")
        self.assertIn("ForeignCodeRefused", [d.code for d in caught.exception.diagnostics])
        for trust in (file, [self.folder.name], "all", ["Foreign"]):
            self.assertIn("x[3]", fo.load(file, "Foreign", trust=trust).simulate(stop=1))

    def test_inspect(self):
        found = self.model.inspect()
        self.assertEqual(set(found["states"]), {"x", "v"})
        inlined = self.model.inspect(method="inline:radau5")["inline"]
        self.assertEqual(inlined["stages"], 3)
        with self.assertRaisesRegex(fo.UsageError, "no method"):
            self.model.inspect(method="magic")

    def test_threads(self):
        results = {}

        def work(k):
            results[k] = self.model.simulate(stop=1, set={"k": k}, tolerance=1e-8).final("x")

        threads = [threading.Thread(target=work, args=(k,)) for k in (1, 2, 3, 4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for k, x in results.items():
            self.assertAlmostEqual(x, math.cos(math.sqrt(k)), delta=1e-5)
        self.assertEqual(self.model.translations, 1)


if __name__ == "__main__":
    unittest.main()
