"""Sweeps on lanes and GPUs: the numbers of single runs, rows for what fails, and the text of kernels."""

import csv
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from formola_program import program, run

MODELS = """
package Models
  model Lorenz
    parameter Real sigma = 10, rho = 28, beta = 8/3;
    Real x(start = 1, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
  equation
    der(x) = sigma*(y - x);
    der(y) = rho*x - y - x*z;
    der(z) = x*y - beta*z;
  end Lorenz;
  model Robertson
    parameter Real k1 = 0.04, k2 = 3e7, k3 = 1e4;
    Real a(start = 1, fixed = true), b(start = 0, fixed = true, nominal = 1e-4), c(start = 0, fixed = true);
  equation
    der(a) = -k1*a + k3*b*c;
    der(b) = k1*a - k3*b*c - k2*b^2;
    der(c) = k2*b^2;
  end Robertson;
  model Functions "elementary functions, conditions and start values by parameters"
    parameter Real p = 0.5;
    parameter Real x0 = p + 0.1;
    Real x(start = x0, fixed = true), y(start = 1, fixed = true);
    output Real all = tan(0.3*x) + asin(0.5*sin(x)) + acos(0.5*cos(y)) + atan(x) + atan2(x, 2 + y) + sinh(0.2*x)
      + cosh(0.2*y) + tanh(x) + log10(3 + x) + (2 + x)^1.7 + mod(7.5, 2) + max(x, y) + abs(x - 1) + sqrt(2 + x);
  equation
    der(x) = -x*exp(-p) + (if noEvent(x > 0.5) then cos(p*time) else log(2 + x));
    der(y) = sin(x) - p*y;
  end Functions;
  model Loop "a linear system and a nonlinear one inside each step"
    parameter Real R = 2, U = 5;
    Real i1, i2, i3, d;
    Real v(start = 0, fixed = true);
  equation
    U = R*i1 + 3*i2 + v;
    i1 = i2 + i3;
    3*i2 = 2*i3 + d;
    i3 = 1e-3*(exp(d) - 1) + 0.1*d;
    der(v) = i2;
  end Loop;
  model Chain "fifty coupled states, sparse"
    parameter Real R = 1;
    Real v[50](each start = 0, each fixed = true);
  equation
    der(v[1]) = (1 - 2*v[1] + v[2])/R - 0.01*v[1]^3;
    for k in 2:49 loop
      der(v[k]) = (v[k - 1] - 2*v[k] + v[k + 1])/R - 0.01*v[k]^3;
    end for;
    der(v[50]) = (v[49] - v[50])/R;
  end Chain;
  model Full "sixteen unknowns, each equation with all of them"
    parameter Real R = 1;
    Real x[16](each start = 1, each fixed = true);
  equation
    for k in 1:16 loop
      der(x[k]) = -k*R*x[k] + 0.01*sum(x)^2;
    end for;
  end Full;
  model Asserted
    parameter Real k = 1;
    Real x(start = 1, fixed = true);
  equation
    der(x) = k*x;
    assert(x < 3, "x is too large");
  end Asserted;
  model Singular
    parameter Real k = 1;
    Real x(start = 1, fixed = true), y;
  equation
    der(x) = -y;
    (k + y^2)*y = x;
  end Singular;
  model Clock
    parameter Real k = 1;
    Real x(start = 1, fixed = true);
    discrete Real y(start = 0, fixed = true);
  equation
    der(x) = -k*x;
    when sample(0, 0.1) then
      y = x;
    end when;
  end Clock;
  model Thermostat "two discrete variables, events at other times in each case"
    parameter Real loss = 0.5;
    Real T(start = 18, fixed = true), energy(start = 0, fixed = true);
    Boolean on(start = true, fixed = true);
    Integer count(start = 0, fixed = true);
  equation
    on = if pre(on) then T < 21 else T < 19;
    der(T) = (if on then 8 else 0) - loss*(T - 10);
    der(energy) = if on then 8 else 0;
    when on then
      count = pre(count) + 1;
    end when;
  end Thermostat;
  model Diode "a system with discrete unknowns"
    parameter Real R = 1;
    Real u = 5*sin(3*time), i, s, uD, v(start = 0, fixed = true);
    Boolean off;
  equation
    off = s < 0;
    uD = if off then s else 0.01*s;
    i = if off then 0.001*s else s;
    u = uD + R*i + v;
    0.5*der(v) = i - v;
  end Diode;
  model Ball
    parameter Real e = 0.8;
    Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  equation
    der(h) = v;
    der(v) = -9.81;
    when h < 0 then
      reinit(v, -e*pre(v));
    end when;
  end Ball;
end Models;
"""


class Ensembles(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)
        (self.folder / "models.mo").write_text(MODELS)
        self.addCleanup(self.scratch.cleanup)

    def sweep(self, model, device, *arguments):
        done = subprocess.run(
            [str(program()), "sweep", "models.mo", "Models." + model, "--device", device, "--output", "cases.csv", *arguments],
            cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.folder / "cases.csv", newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file)), done.stdout + done.stderr

    def compare(self, model, *arguments, tolerance=1e-12, device="lanes", alone=0):
        single, _ = self.sweep(model, "threads", *arguments)
        together, text = self.sweep(model, device, *arguments)
        self.assertIn(f"{alone} cases alone", text)
        self.assertEqual(len(single), len(together))
        for a, b in zip(single, together):
            self.assertEqual(a["status"], b["status"])
            for name, value in a.items():
                if name.startswith("final("):
                    x, y = float(value), float(b[name])
                    self.assertLessEqual(abs(x - y), tolerance * max(abs(x), 1e-3), (model, arguments, name, x, y))
        return together

    def test_explicit_methods(self):
        for method in ("rk4", "euler"):
            self.compare("Lorenz", "--set", "rho=20:28:13", "--method", method, "--step", "0.01", "--stop", "1.005", tolerance=1e-10)
            self.compare("Functions", "--set", "p=0.1:0.9:9", "--method", method, "--step", "0.01", "--stop", "2",
                         "--filter", "x|y|all")

    def test_inlined_methods(self):
        for method in ("be", "trapezoid", "sdirk4", "radau3", "radau5", "lobatto4"):
            common = ("--method", "inline:" + method, "--tolerance", "1e-9")
            self.compare("Robertson", "--set", "k1=0.03:0.05:9", "--step", "0.01", "--stop", "0.5", *common, tolerance=1e-8)
            self.compare("Loop", "--set", "R=1:3:5", "--step", "0.05", "--stop", "1", *common, tolerance=1e-8)
        self.compare("Chain", "--set", "R=1:3:5", "--step", "0.1", "--stop", "2", "--method", "inline:be", "--tolerance", "1e-9",
                     tolerance=1e-8)

    def test_large_systems(self):
        """Sparse with fixed pivots, and dense in loops."""
        common = ("--step", "0.1", "--stop", "1", "--tolerance", "1e-9")
        self.compare("Chain", "--set", "R=1:3:5", "--method", "inline:radau3", *common, tolerance=1e-8)
        self.compare("Full", "--set", "R=1:3:5", "--method", "inline:be", *common, tolerance=1e-8)

    def test_events(self):
        """Each lane has its own events; a ball that comes to rest is left to a single run."""
        for method in (("rk4",), ("inline:be",), ("inline:radau5", "--tolerance", "1e-9")):
            self.compare("Ball", "--set", "e=0.5:0.9:7", "--method", *method, "--step", "0.01", "--stop", "1", tolerance=1e-7)
            self.compare("Thermostat", "--set", "loss=0.3:0.6:7", "--method", *method, "--step", "0.01", "--stop", "5",
                         "--filter", "T|energy|count", tolerance=1e-7)
            self.compare("Diode", "--set", "R=1:3:5", "--method", *method, "--step", "0.01", "--stop", "3", tolerance=1e-7)

    def test_cases_that_fail(self):
        rows = self.compare("Asserted", "--set", "k={0.5,1,2,-1}", "--method", "rk4", "--step", "0.01", "--stop", "1", alone=2)
        self.assertEqual([row["status"] for row in rows], ["done", "done", "failed", "done"])
        self.assertIn("x is too large", rows[2]["message"])
        rows = self.compare("Lorenz", "--set", "rho={20,1e300,25}", "--method", "rk4", "--step", "0.01", "--stop", "1",
                            tolerance=1e-10, alone=1)
        self.assertEqual([row["status"] for row in rows], ["done", "failed", "done"])

    def test_what_lanes_cannot_do(self):
        _, text = self.sweep("Clock", "lanes", "--set", "k=0.5:0.9:3", "--method", "rk4", "--step", "0.01", "--stop", "1")
        self.assertIn("by single runs in threads: sampled clocks", text)
        _, text = self.sweep("Lorenz", "lanes", "--set", "rho=20:28:3")
        self.assertIn("by single runs in threads: the method auto", text)
        _, text = self.sweep("Robertson", "lanes", "--set", "k1=0.03:0.05:3", "--method", "inline:radau5", "--stop", "0.1")
        self.assertIn("--step H", text)

    def kernel(self, model, *arguments):
        run("sweep", "models.mo", "Models." + model, "--ptx", "kernel.ptx", *arguments, cwd=self.folder)
        return (self.folder / "kernel.ptx").read_text()

    def test_kernels(self):
        for arguments in (("Lorenz", "--set", "rho=20:28:3", "--method", "rk4", "--step", "0.01"),
                          ("Robertson", "--set", "k1=0.03:0.05:3", "--method", "inline:radau5", "--step", "0.01"),
                          ("Chain", "--set", "R=1:3:3", "--method", "inline:be", "--step", "0.01"),
                          ("Thermostat", "--set", "loss=0.3:0.6:3", "--method", "inline:be", "--step", "0.01"),
                          ("Functions", "--set", "p=0.1:0.9:3", "--method", "inline:sdirk4", "--step", "0.01")):
            text = self.kernel(*arguments)
            self.assertIn(".visible .entry formola_trajectory(", text)
            self.assertNotIn("call", text)  # nothing outside of the kernel
            self.assertIn("fma.rn.f64", text)
            if shutil.which("ptxas"):
                subprocess.run(["ptxas", "-arch=sm_90", "kernel.ptx", "-o", "kernel.cubin"], cwd=self.folder, check=True)

    def test_gpu(self):
        _, text = self.sweep("Lorenz", "gpu", "--set", "rho=20:28:3", "--method", "rk4", "--step", "0.01", "--stop", "1")
        if "no GPU" in text:
            self.skipTest("there is no GPU: " + text.splitlines()[0])
        self.compare("Lorenz", "--set", "rho=20:28:1000", "--method", "rk4", "--step", "0.01", "--stop", "1", tolerance=1e-9,
                     device="gpu")
        self.compare("Robertson", "--set", "k1=0.03:0.05:1000", "--step", "0.01", "--stop", "0.5", "--method", "inline:radau5",
                     "--tolerance", "1e-9", tolerance=1e-8, device="gpu")
        self.compare("Thermostat", "--set", "loss=0.3:0.6:1000", "--method", "rk4", "--step", "0.01", "--stop", "5", tolerance=1e-7,
                     device="gpu")


class Ranks(unittest.TestCase):
    """Several processes share the cases of one sweep."""

    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)
        (self.folder / "models.mo").write_text(MODELS)
        self.addCleanup(self.scratch.cleanup)
        self.common = [str(program()), "sweep", "models.mo", "Models.Thermostat", "--set", "loss=0.3:0.6:64", "--stop", "200"]

    def start(self, rank, size):
        environment = dict(os.environ, OMPI_COMM_WORLD_RANK=str(rank), OMPI_COMM_WORLD_SIZE=str(size))
        return subprocess.Popen([*self.common, "--output", "shared.csv"], cwd=self.folder, env=environment, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def alone(self):
        subprocess.run([*self.common, "--output", "alone.csv"], cwd=self.folder, check=True, capture_output=True)
        return (self.folder / "alone.csv").read_text()

    def test_rows_are_those_of_one_process(self):
        texts = [process.communicate()[0] for process in [self.start(k, 3) for k in range(3)]]
        self.assertEqual((self.folder / "shared.csv").read_text(), self.alone())
        self.assertFalse((self.folder / "shared.csv.ranks").exists())
        self.assertEqual(sum(int(re.search(r": (\d+) of 64 cases", text).group(1)) for text in texts), 64)

    def test_a_process_that_is_killed(self):
        victim = self.start(0, 2)
        ranks = self.folder / "shared.csv.ranks"
        while victim.poll() is None and not any(ranks.glob("*.done")):
            pass
        victim.kill()
        victim.communicate()
        other = self.start(1, 2)
        _, errors = other.communicate()
        self.assertEqual(other.returncode, 0, errors)
        self.assertEqual((self.folder / "shared.csv").read_text(), self.alone())

    def test_another_study_is_refused(self):
        (self.folder / "shared.csv.ranks").mkdir()
        (self.folder / "shared.csv.ranks" / "study").write_text("another one")
        process = self.start(0, 2)
        _, errors = process.communicate()
        self.assertEqual(process.returncode, 2)
        self.assertIn("belongs to another sweep", errors)

    def test_time_limit(self):
        run("sweep", "models.mo", "Models.Lorenz", "--set", "rho=20:28:2", "--method", "euler", "--step", "1e-9", "--stop", "1e3",
            "--time-limit", "0.05", cwd=self.folder)
        with open(self.folder / "cases.csv", newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                self.assertEqual(row["status"], "failed")
                self.assertIn("the time limit of 0.05 s was reached", row["message"])


if __name__ == "__main__":
    unittest.main()
