"""The commands optimize and sensitivities, and the pages of optimize, linearize and sweep."""

import json
import math
import pathlib
import subprocess
import tempfile
import unittest

from formola_program import program, run

MODEL = """
model Step "A second-order plant with a controller"
  parameter Real k(min = 0) = 1;
  parameter Real d(min = 0) = 0.1;
  parameter Real unused = 3;
  input Real u(start = 1);
  output Real y(start = 0, fixed = true);
  Real v(start = 0, fixed = true);
  Real e = u - y;
  Real late = if useDelay then delay(y, 0.1 + 0.05*sin(time), 0.2) else y;
  parameter Boolean useDelay = false annotation(Evaluate = true);
equation
  der(y) = v;
  der(v) = k*e - d*v;
end Step;
"""


class Optimize(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.folder = pathlib.Path(self.scratch.name)
        (self.folder / "step.mo").write_text(MODEL)

    def found(self, *arguments, status=0):
        run("optimize", "step.mo", "--stop", "40", "-q", "--report", "opt.json", *arguments, cwd=self.folder, status=status)
        return json.loads((self.folder / "opt.json").read_text())

    def fails(self, *arguments, status=2):
        done = subprocess.run([str(program()), *arguments], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr

    def test_damping(self):
        # The integral of e^2 of a step response is (k + d^2)/(2 k d): least at d = sqrt(k), where it is 1/sqrt(k).
        for objective in ("integral(e^2)", "integral((u - y)^2)"):  # an input does not move with parameters
            result = self.found("--minimize", objective, "--over", "d=0.05:5", "--intervals", "4000")
            self.assertTrue(result["converged"])
            self.assertEqual((result["gradients"], result["algorithm"]), ("exact", "SLSQP"), objective)
            self.assertAlmostEqual(result["parameters"][0]["value"], 1, delta=2e-3)
            self.assertAlmostEqual(result["after"], 1, delta=1e-3)

    def test_condition(self):
        # An overshoot of 10 %: exp(-pi z/sqrt(1 - z^2)) = 0.1 with z = d/2
        result = self.found("--minimize", "integral(e^2)", "--over", "d=0.05:5", "--subject-to", "max(y) <= 1.1", "--intervals",
                            "4000")
        z = 1/math.sqrt(1 + (math.pi/math.log(0.1))**2)
        self.assertAlmostEqual(result["parameters"][0]["value"], 2*z, delta=2e-3)
        self.assertTrue(result["constraints"][0]["holds"])

    def test_without_gradients(self):
        result = self.found("--minimize", "integral(e^2) + 0*late", "--over", "d=0.05:5", "--set", "useDelay=true")
        self.assertEqual((result["gradients"], result["algorithm"]), ("none", "COBYLA"))
        self.assertIn("delay", result["without_gradients_because"])
        self.assertAlmostEqual(result["parameters"][0]["value"], 1, delta=2e-2)

    def test_conditions_that_cannot_hold(self):
        result = self.found("--minimize", "integral(e^2)", "--over", "d=0.05:5", "--subject-to", "max(y) >= 9", status=3)
        self.assertFalse(result["converged"])
        self.assertFalse(result["constraints"][0]["holds"])

    def test_text_and_page(self):
        text = run("optimize", "step.mo", "--stop", "40", "--maximize", "-integral(e^2)", "--over", "d=0.05:5", "--report",
                   "opt.html", cwd=self.folder)
        self.assertIn("largest -integral(e^2)", text)
        self.assertIn("simulate with: --set d=", text)
        page = (self.folder / "opt.html").read_text()
        for word in ("optimised", "before", "SLSQP"):
            self.assertTrue(word in page, word)

    def test_wrong_commands(self):
        self.assertIn("--minimize", self.fails("optimize", "step.mo", "--over", "d"))
        self.assertIn("did you mean 'e'", self.fails("optimize", "step.mo", "--over", "d", "--minimize", "final(E)"))
        self.assertIn("at character", self.fails("optimize", "step.mo", "--over", "d", "--minimize", "final(e"))
        self.assertIn("no condition", self.fails("optimize", "step.mo", "--over", "d", "--minimize", "e", "--subject-to", "e = 1"))

    def test_page_of_linearize(self):
        run("linearize", "step.mo", "-q", "--report", "lin.html", "--locus", "d=0.1:3:5", cwd=self.folder)
        page = (self.folder / "lin.html").read_text()
        for word in ("Nyquist", '"inputs":["u"]', '"outputs":["y"]', '"poles":[[', '"parameter":"d"'):
            self.assertTrue(word in page, word)
        # The poles of s^2 + d s + 1 at the last value
        data = json.loads(page.split('id="data">')[1].split("</script>")[0])
        self.assertEqual([each["value"] for each in data["locus"]], [0.1, 0.825, 1.55, 2.275, 3])
        self.assertAlmostEqual(data["locus"][4]["poles"][0][0], (-3 - math.sqrt(5))/2, delta=1e-9)
        self.assertIn(".html", self.fails("linearize", "step.mo", "--report", "lin.txt"))

    def test_sensitivities(self):
        (self.folder / "decay.mo").write_text("""model Decay
          parameter Real k(unit = "1/s") = 2; parameter Real gain = 3; parameter Real none = 0; parameter Integer n = 1;
          Real x(start = 1, fixed = true); output Real y(unit = "V") = gain*x;
        equation der(x) = -k*x; end Decay;""")
        text = run("sensitivities", "decay.mo", "--stop", "1", "--tolerance", "1e-9", "--report", "s.json", cwd=self.folder)
        self.assertRegex(text, r"^y \[V\]\n")
        self.assertLess(text.index("gain"), text.index("\n  k "))  # 1 % of gain: 0.03; of k: at most 0.03/e
        self.assertIn("1 have no influence", text)
        found = json.loads((self.folder / "s.json").read_text())
        self.assertEqual([p["name"] for p in found["parameters"]], ["k", "gain", "none"])
        for t, by_k, by_gain in zip(found["time"], *[found["signals"][0]["derivatives"][name] for name in ("k", "gain")]):
            self.assertAlmostEqual(by_k, -3*t*math.exp(-2*t), delta=1e-6)
            self.assertAlmostEqual(by_gain, math.exp(-2*t), delta=1e-6)
        # A start value, at other values of the parameters; the page
        run("sensitivities", "decay.mo", "-q", "--stop", "1", "--tolerance", "1e-9", "--set", "k=1", "--over", "x", "--over", "k", "--signals",
            "x,y", "--report", "x.json", cwd=self.folder)
        found = json.loads((self.folder / "x.json").read_text())
        self.assertAlmostEqual(found["signals"][0]["derivatives"]["x"][-1], math.exp(-1), delta=1e-6)
        self.assertAlmostEqual(found["signals"][1]["derivatives"]["x"][-1], 3*math.exp(-1), delta=1e-6)
        self.assertEqual([p["value"] for p in found["parameters"]], [1, 1])
        run("sensitivities", "decay.mo", "-q", "--stop", "1", "--report", "s.html", cwd=self.folder)
        page = (self.folder / "s.html").read_text()
        data = json.loads(page.split('id="data">')[1].split("</script>")[0])
        self.assertEqual([(p["name"], p["change"]) for p in data["parameters"]], [("k", 0.02), ("gain", 0.03), ("none", 0.01)])
        self.assertIn("Influence on", page)

    def test_wrong_sensitivities(self):
        self.assertIn("did you mean 'd'", self.fails("sensitivities", "step.mo", "--over", "dd"))
        self.assertIn("there is no variable 'E'", self.fails("sensitivities", "step.mo", "--signals", "E"))
        self.assertIn("is no Real variable that a run computes", self.fails("sensitivities", "step.mo", "--signals", "useDelay"))
        self.assertIn("delay", self.fails("sensitivities", "step.mo", "--set", "useDelay=true"))
        self.assertIn(".json or .html", self.fails("sensitivities", "step.mo", "--report", "s.txt"))

    def test_page_and_percentiles_of_a_sweep(self):
        text = run("sweep", "step.mo", "--stop", "5", "--set", "d=normal(0.5,0.1)", "--samples", "40", "--report", "s.html",
                   cwd=self.folder)
        self.assertIn("95 %", text)
        page = (self.folder / "s.html").read_text()
        self.assertEqual(page.count('"number":'), 40)
        for word in ('"percentiles":[{', '"names":["d"]'):
            self.assertTrue(word in page, word)


if __name__ == "__main__":
    unittest.main()
