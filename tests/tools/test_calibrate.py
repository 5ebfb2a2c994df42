"""The command calibrate."""

import csv
import json
import math
import pathlib
import random
import subprocess
import tempfile
import unittest

from formola_program import program, run

MODEL = """
model Osc
  input Real u(start = 0);
  parameter Real m(min = 0) = 1.5;
  parameter Real c(min = 0) = 3;
  parameter Real d(min = 0) = 0.5;
  parameter Real a = 1;
  parameter Real b = 2;
  parameter Real idle = 7;
  parameter Real x0 = 1;
  Real x(start = x0, fixed = true);
  Real v(start = 0, fixed = true);
  Real y = a*b*x;
  Real late = if useDelay then delay(x, 0.4 + 0.1*sin(time), 0.5) else x;
  parameter Boolean useDelay = false annotation(Evaluate = true);
equation
  der(x) = v;
  m*der(v) = -c*x - d*v + u;
end Osc;
"""
TRUE = {"m": 1.0, "c": 4.0, "d": 0.3}


class Calibrate(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.scratch.name)
        (cls.folder / "osc.mo").write_text(MODEL)
        rows = ["time,u"] + [f"{0.1*i},{math.sin(0.3*i)}" for i in range(101)]
        (cls.folder / "u.csv").write_text("\n".join(rows) + "\n")
        settings = [word for name, value in TRUE.items() for word in ("--set", f"{name}={value}")]
        run("simulate", "osc.mo", *settings, "--stop", "10", "--intervals", "100", "--input", "u.csv", "-q", "--tolerance",
            "1e-9", "--output", "true.csv", cwd=cls.folder)
        chance = random.Random(5)
        with open(cls.folder / "true.csv", newline="", encoding="utf-8") as file, \
                open(cls.folder / "data.csv", "w", encoding="utf-8") as data:
            data.write("time,u,x,v\n")
            seen = set()
            for row in csv.DictReader(file):
                if row["time"] in seen:
                    continue
                seen.add(row["time"])
                x = "" if row["time"] == "5" else float(row["x"]) + chance.gauss(0, 0.01)
                data.write(f"{row['time']},{row['u']},{x},{float(row['v']) + chance.gauss(0, 0.05)}\n")

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def fit(self, *arguments):
        run("calibrate", "osc.mo", *arguments, "-q", "--report", "fit.json", cwd=self.folder)
        return json.loads((self.folder / "fit.json").read_text())

    def fails(self, *arguments, status=2):
        done = subprocess.run([str(program()), "calibrate", *arguments], cwd=self.folder, capture_output=True, text=True,
                              check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr

    def test_parameters_are_found(self):
        found = self.fit("--data", "data.csv", "--over", "m=0.1:10", "--over", "c", "--over", "d")
        self.assertTrue(found["converged"])
        self.assertEqual(found["jacobian"], "exact")
        for parameter in found["parameters"]:
            error = abs(parameter["value"] - TRUE[parameter["name"]])
            self.assertLess(error, 4*parameter["standard_error"])
            low, high = parameter["confidence_interval"]
            self.assertAlmostEqual((low + high)/2, parameter["value"], delta=1e-9)
        x, v = found["signals"]
        self.assertEqual((x["name"], x["values"], v["values"]), ("x", 100, 101))
        # What is left is the noise.
        self.assertAlmostEqual(x["deviation"], 0.01, delta=0.003)
        self.assertAlmostEqual(v["deviation"], 0.05, delta=0.015)
        self.assertEqual(found["not_told_apart"], [])

    def test_exact_data(self):
        found = self.fit("--data", "true.csv", "--signals", "x", "--over", "m", "--over", "c", "--over", "d",
                         "--tolerance", "1e-8")
        for parameter in found["parameters"]:
            self.assertAlmostEqual(parameter["value"], TRUE[parameter["name"]], delta=1e-5)

    def test_what_cannot_be_told_apart_is_named(self):
        found = self.fit("--data", "true.csv", "--signals", "y", "--over", "d", "--over", "a", "--over", "b", "--over", "idle",
                         "--set", "m=1", "--set", "c=4", "--set", "a=0.5")
        self.assertEqual(sorted(map(sorted, found["not_told_apart"])), [["a", "b"], ["idle"]])
        by_name = {parameter["name"]: parameter for parameter in found["parameters"]}
        self.assertIsNone(by_name["a"]["standard_error"])
        self.assertAlmostEqual(by_name["a"]["value"]*by_name["b"]["value"], 2, delta=1e-4)
        self.assertAlmostEqual(by_name["d"]["value"], 0.3, delta=1e-4)
        text = run("calibrate", "osc.mo", "--data", "true.csv", "--signals", "y", "--over", "a", "--over", "b", cwd=self.folder)
        self.assertIn("a, b cannot be told apart", text)

    def test_bounds_hold(self):
        found = self.fit("--data", "data.csv", "--over", "m=1.2:3", "--over", "c", "--over", "d")
        self.assertEqual(found["parameters"][0]["value"], 1.2)
        self.assertTrue(found["parameters"][0]["at_bound"])

    def test_start_values_and_differences(self):
        # A start value through a parameter has exact derivatives, a delay that varies has difference quotients.
        found = self.fit("--data", "true.csv", "--signals", "x", "--over", "x0", "--set", "m=1", "--set", "c=4", "--set",
                         "d=0.3", "--set", "x0=0.7")
        self.assertAlmostEqual(found["parameters"][0]["value"], 1, delta=1e-4)  # data and runs are exact to 1e-6
        found = self.fit("--data", "true.csv", "--signals", "x", "--over", "c", "--set", "m=1", "--set", "d=0.3", "--set",
                         "useDelay=true")
        self.assertEqual(found["jacobian"], "differences")
        self.assertIn("delay", found["jacobian_by_differences_because"])
        self.assertAlmostEqual(found["parameters"][0]["value"], 4, delta=1e-4)

    def test_page(self):
        run("calibrate", "osc.mo", "--data", "data.csv", "--over", "c", "-q", "--report", "fit.html", cwd=self.folder)
        page = (self.folder / "fit.html").read_text()
        for word in ("measured", "fitted", "before", "was 3", '"points":true'):
            self.assertTrue(word in page, word)

    def test_wrong_commands(self):
        self.assertIn("did you mean 'c'", self.fails("osc.mo", "--data", "data.csv", "--over", "cc"))
        self.assertIn("name=low:high", self.fails("osc.mo", "--data", "data.csv", "--over", "c=1"))
        self.assertIn("outside of its bounds", self.fails("osc.mo", "--data", "data.csv", "--over", "c=5:6"))
        self.assertIn("given twice", self.fails("osc.mo", "--data", "data.csv", "--over", "c", "--over", "c"))
        self.assertIn("no column 'y'", self.fails("osc.mo", "--data", "data.csv", "--signals", "y", "--over", "c"))
        self.assertIn(".json or .html", self.fails("osc.mo", "--data", "data.csv", "--over", "c", "--report", "x.txt"))
        (self.folder / "infinite.csv").write_text("time,x\n0,1\n0.5,inf\n1,0.3\n")
        self.assertIn("x: the value at time 0.5 is infinite", self.fails("osc.mo", "--data", "infinite.csv", "--over", "c"))
        self.assertIn("nowhere.csv", self.fails("osc.mo", "--data", "nowhere.csv", "--over", "c"))
        (self.folder / "bad.csv").write_text("time,xx\n0,1\n")
        self.assertIn("did you mean 'x", self.fails("osc.mo", "--data", "bad.csv", "--over", "c"))
        (self.folder / "fall.mo").write_text("model Fall parameter Real k = 1; Real x(start = 1, fixed = true); "
                                             "equation der(x) = k*sqrt(x - 2); end Fall;")
        (self.folder / "fall.csv").write_text("time,x\n0,1\n1,2\n")
        self.assertIn("fails", self.fails("fall.mo", "--data", "fall.csv", "--over", "k", status=3))


if __name__ == "__main__":
    unittest.main()
