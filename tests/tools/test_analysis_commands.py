"""The commands sweep, steady-state, linearize, and simulate --input."""

import csv
import json
import math
import pathlib
import signal
import subprocess
import tempfile
import time
import unittest

from formola_program import program, run

MODEL = """
model Decay
  input Real u(start = 0);
  output Real y = 3*x;
  parameter Real k = 1;
  parameter Real limit = 100;
  parameter Boolean fast = false;
  Real x(start = 1, fixed = true);
  Real total(start = 0, fixed = true);
equation
  der(x) = -(if fast then 2*k else k)*x + u;
  der(total) = x;
  assert(x < limit, "x is too large");
end Decay;
"""


AMPLIFIER = """
model Amplifier "n stages, coupled by capacitors"
  import Formola.Electrical.*;
  parameter Integer n = 1;
  Semiconductors.NPN q[n](each Vaf = 80, each Ikf = 0.1, each Var = 20, each Ise = 1e-15);
  Resistor r1[n](each R = 47e3), r2[n](each R = 10e3), rc[n](each R = 4.7e3), re[n](each R = 1e3);
  Capacitor cin[n](each C = 1e-6), ce[n](each C = 47e-6);
  Sources.ConstantVoltage vcc(V = 12);
  Sources.SineVoltage u(V = 1e-3, f = 1000);
  Ground g;
equation
  connect(g.p, vcc.n);
  connect(g.p, u.n);
  connect(u.p, cin[1].p);
  for k in 1:n loop
    connect(cin[k].n, q[k].B);
    connect(r1[k].n, q[k].B);
    connect(r2[k].p, q[k].B);
    connect(r1[k].p, vcc.p);
    connect(r2[k].n, g.p);
    connect(rc[k].p, vcc.p);
    connect(rc[k].n, q[k].C);
    connect(q[k].E, re[k].p);
    connect(re[k].n, g.p);
    connect(q[k].E, ce[k].p);
    connect(ce[k].n, g.p);
  end for;
  for k in 1:n - 1 loop
    connect(q[k].C, cin[k + 1].p);
  end for;
end Amplifier;
"""


DIRECT = """
model Direct "n stages, coupled directly: collectors drive the next base"
  import Formola.Electrical.*;
  parameter Integer n = 1;
  Semiconductors.NPN q[n](each Vaf = 80, each Ikf = 0.1, each Var = 20, each Ise = 1e-15);
  Resistor rc[n](each R = 4.7e3), re[n](R = {1e3*(1 + 0.3*k) for k in 1:n});
  Resistor r1(R = 47e3), r2(R = 10e3);
  Capacitor cin(C = 1e-6);
  Sources.ConstantVoltage vcc(V = 12);
  Sources.SineVoltage u(V = 1e-3, f = 1000);
  Ground g;
equation
  connect(g.p, vcc.n);
  connect(g.p, u.n);
  connect(u.p, cin.p);
  connect(cin.n, q[1].B);
  connect(r1.n, q[1].B);
  connect(r2.p, q[1].B);
  connect(r1.p, vcc.p);
  connect(r2.n, g.p);
  for k in 1:n loop
    connect(rc[k].p, vcc.p);
    connect(rc[k].n, q[k].C);
    connect(q[k].E, re[k].p);
    connect(re[k].n, g.p);
  end for;
  for k in 1:n - 1 loop
    connect(q[k].C, q[k + 1].B);
  end for;
end Direct;
"""


class Commands(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)
        (self.folder / "decay.mo").write_text(MODEL)
        self.addCleanup(self.scratch.cleanup)

    def table(self, name="cases.csv"):
        with open(self.folder / name, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    def sweep(self, *arguments, status=0):
        return run("sweep", "decay.mo", "--stop", "1", "--tolerance", "1e-8", *arguments, cwd=self.folder, status=status)

    def fails(self, *arguments, status=2):
        done = subprocess.run([str(program()), *arguments], cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr

    def test_grid(self):
        text = self.sweep("--set", "k=1:3:3", "--set", "fast={false,true}", "--workers", "2", "--statistics", "max,mean")
        self.assertIn("6 cases", text)
        rows = self.table()
        self.assertEqual([row["case"] for row in rows], list("123456"))
        for row in rows:
            rate = float(row["k"])*(2 if row["fast"] == "true" else 1)
            self.assertEqual(row["status"], "done")
            self.assertAlmostEqual(float(row["final(x)"]), math.exp(-rate), delta=1e-6)
            self.assertAlmostEqual(float(row["final(y)"]), 3*math.exp(-rate), delta=3e-6)
            self.assertEqual(float(row["max(x)"]), 1)
            self.assertAlmostEqual(float(row["mean(x)"]), (1 - math.exp(-rate))/rate, delta=1e-4)
        # The table does not depend on the workers.
        before = (self.folder / "cases.csv").read_bytes()
        self.sweep("--set", "k=1:3:3", "--set", "fast={false,true}", "--workers", "1", "--statistics", "max,mean")
        self.assertEqual(before, (self.folder / "cases.csv").read_bytes())

    def test_own_enumeration(self):
        (self.folder / "gear.mo").write_text("""model Gear
          type G = enumeration(first, second, third);
          parameter G g = G.first;
          Real x(start = 0, fixed = true);
        equation
          der(x) = Integer(g);
        end Gear;""")
        run("sweep", "gear.mo", "--stop", "1", "--set", "g={G.first,G.third}", "--output", "gears.csv", cwd=self.folder)
        rows = self.table("gears.csv")
        self.assertEqual([row["g"] for row in rows], ["G.first", "G.third"])
        for row, slope in zip(rows, (1, 3)):
            self.assertAlmostEqual(float(row["final(x)"]), slope, delta=1e-9)

    def test_one_translation(self):
        self.assertIn("; 1 translation;", self.sweep("--set", "k=1:3:24"))

    def test_failed_case(self):
        self.sweep("--set", "u={0,400}", "--set", "limit=50")
        first, second = self.table()
        self.assertEqual((first["status"], second["status"]), ("done", "failed"))
        self.assertIn("x is too large", second["message"])

    def test_samples(self):
        self.sweep("--set", "k=uniform(1,2)", "--samples", "5", "--seed", "3", "--output", "a.csv")
        self.sweep("--set", "k=uniform(1,2)", "--samples", "5", "--seed", "3", "--output", "b.csv")
        self.assertEqual((self.folder / "a.csv").read_text(), (self.folder / "b.csv").read_text())
        self.assertEqual(len({row["k"] for row in self.table("a.csv")}), 5)

    def test_resume(self):
        self.sweep("--set", "k={1,2,3}")
        whole = (self.folder / "cases.csv").read_text()
        lines = whole.splitlines(keepends=True)
        (self.folder / "cases.csv").write_text("".join(lines[:2]).replace("done", "kept"))
        text = self.sweep("--set", "k={1,2,3}", "--resume")
        self.assertIn("2 run now", text)
        again = (self.folder / "cases.csv").read_text()
        self.assertEqual(again, whole.replace("done", "kept", 1))
        self.assertIn("another sweep", self.fails("sweep", "decay.mo", "--set", "k={1,2,4}", "--resume"))

    def test_interrupted(self):
        long = "model Long Real x(start = 1, fixed = true); parameter Real k = 1; equation der(x) = k*cos(1e5*time); end Long;"
        (self.folder / "long.mo").write_text(long)
        process = subprocess.Popen([str(program()), "sweep", "long.mo", "--set", "k=1:9:9", "--stop", "1e9"],
                                   cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        # The file is there as soon as the cases run.
        for _ in range(600):
            if (self.folder / "cases.csv.new").exists():
                break
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3)
        self.assertIn("--resume", errors)
        self.assertEqual(self.table(), [])

    def test_trajectories(self):
        self.sweep("--set", "k={1,2}", "--trajectories", "runs")
        rows = self.table("runs/case_000002.csv")
        self.assertAlmostEqual(float(rows[-1]["x"]), math.exp(-2), delta=1e-6)

    def test_wrong_sweeps(self):
        self.assertIn("did you mean 'k'", self.fails("sweep", "decay.mo", "--set", "K=1:2:3"))
        self.assertIn("first:last:count", self.fails("sweep", "decay.mo", "--set", "k=1:2"))
        self.assertIn("--samples", self.fails("sweep", "decay.mo", "--set", "k=uniform(1,2)"))
        self.assertIn("no method", self.fails("sweep", "decay.mo", "--set", "k=1:2:3", "--method", "magic"))
        self.assertIn("regular expression", self.fails("sweep", "decay.mo", "--set", "k=1:2:3", "--filter", "["))

    def test_linearize(self):
        result = json.loads(run("linearize", "decay.mo", "--set", "k=4", "--json", cwd=self.folder))
        self.assertEqual((result["states"], result["inputs"], result["outputs"]), (["x", "total"], ["u"], ["y"]))
        self.assertEqual(result["A"], [[-4, 0], [1, 0]])
        self.assertEqual(result["B"], [[1], [0]])
        self.assertEqual(result["C"], [[3, 0]])
        self.assertEqual(result["D"], [[0]])
        self.assertEqual(sorted(result["poles"]), [[-4, 0], [0, 0]])
        text = run("linearize", "decay.mo", "--outputs", "total", "--at", "0.5", cwd=self.folder)
        self.assertIn("at time 0.5", text)
        self.assertIn("zeros from u to total", text)
        self.assertIn("did you mean 'total'", self.fails("linearize", "decay.mo", "--outputs", "totl"))

    def test_steady_state(self):
        (self.folder / "rest.mo").write_text("model Rest parameter Real a = 2; Real x(start = 1, fixed = true); "
                                             "equation der(x) = a - x^2; end Rest;")
        values = json.loads(run("steady-state", "rest.mo", "--set", "a=9", "--json", "-q", cwd=self.folder))
        self.assertAlmostEqual(values["x"], 3, delta=1e-12)
        rows = dict(line.split(",") for line in run("steady-state", "decay.mo", cwd=self.folder).splitlines())
        self.assertAlmostEqual(float(rows["x"]), 0, delta=1e-12)
        (self.folder / "grow.mo").write_text("model Grow Real x(start = 1, fixed = true), y(start = 1, fixed = true); "
                                             "equation der(x) = 1 + 0.1*sin(x + y); der(y) = -y; end Grow;")
        self.assertIn("x (by", self.fails("steady-state", "grow.mo", status=3))

    def test_p13_operating_points_of_amplifiers(self):
        """Point 13: transistors begin at zero, no value is set by hand; of one stage the source swings."""
        (self.folder / "amplifier.mo").write_text(AMPLIFIER)
        for stages in range(1, 11):
            with self.subTest(stages=stages):
                still = ["--set", "u.V=0"] if stages > 1 else []
                text = run("steady-state", "amplifier.mo", "--set", f"n={stages}", *still, "--json", "-q", cwd=self.folder)
                values = json.loads(text)
                for k in range(1, stages + 1):
                    # Each stage has the same point; that of one is checked by its own equations.
                    self.assertAlmostEqual(values[f"q[{k}].vbe"], values["q[1].vbe"], delta=1e-6)
                    emitter = values[f"re[{k}].p.v"]
                    self.assertAlmostEqual(emitter / 1e3, values[f"q[{k}].ic"] + values[f"q[{k}].ib"], delta=1e-9)
                    self.assertTrue(0.5 < values[f"q[{k}].vbe"] < 0.8 and 1 < emitter < 2)

    def test_p13_operating_points_of_direct_coupled_amplifiers(self):
        """Point 13: each collector drives the next base."""
        (self.folder / "direct.mo").write_text(DIRECT)
        for stages in (1, 2, 3, 5, 10):
            with self.subTest(stages=stages):
                values = json.loads(run("steady-state", "direct.mo", "--set", f"n={stages}", "--json", "-q", cwd=self.folder))
                for k in range(1, stages + 1):
                    base, into = values[f"q[{k}].ib"], values[f"q[{k}].ic"]
                    self.assertAlmostEqual(values[f"re[{k}].p.v"] / values[f"re[{k}].R"], base + into, delta=1e-9)
                    following = values[f"q[{k + 1}].ib"] if k < stages else 0
                    self.assertAlmostEqual((12 - values[f"rc[{k}].n.v"]) / 4.7e3, into + following, delta=1e-9)
                    self.assertTrue(0.5 < values[f"q[{k}].vbe"] < 0.85)
                    # Gummel and Poon, whose base charge the program gives
                    vt = values[f"q[{k}].Vt_T"]
                    forward = 1e-16 * math.expm1(values[f"q[{k}].vbe"] / vt)
                    self.assertAlmostEqual(values[f"q[{k}].i_f"] / forward, 1, delta=1e-6)

    def test_p17_input(self):
        (self.folder / "u.csv").write_text("time,u\n0,0\n0.5,0\n0.5,2\n1,2\n")
        run("simulate", "decay.mo", "--set", "k=0", "--stop", "1", "--input", "u.csv", "--tolerance", "1e-8",
            cwd=self.folder)
        rows = self.table("Decay_res.csv")
        self.assertAlmostEqual(float(rows[-1]["x"]), 2, delta=1e-6)
        self.assertEqual(float(rows[-1]["u"]), 2)
        (self.folder / "u.csv").write_text("time,v\n0,0\n")
        self.assertIn("inputs of the model: u", self.fails("simulate", "decay.mo", "--input", "u.csv"))


if __name__ == "__main__":
    unittest.main()
