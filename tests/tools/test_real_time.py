#!/usr/bin/env python3
"""--real-time: its steps ask for no memory, and how long they take is reported."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formola_program  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
COMPILER = next((c for c in ("gcc", "clang", "clang-19") if shutil.which(c)), None)
MODEL = """model RealTime "A sampled controller, a plant with a nonlinear block, a ladder with a sparse one, a linear chain"
  Boolean on(start = true, fixed = true);
  Integer ticks(start = 0, fixed = true);
  Real x[3](each start = 0, each fixed = true), angle(start = 0.5, fixed = true), speed(start = 0, fixed = true);
  Real q, u;
  Real v[40](each start = 0, each fixed = true), T[40](each start = 0, each fixed = true);
equation
  0.1*der(x[1]) = (if time > 1e3 then 0 else sin(time)) - x[1];
  0.1*der(x[2]) = x[1] - x[2];
  der(x[3]) = x[2] - angle;
  u = if on then 4*(x[2] - angle + x[3]) else x[3];
  der(angle) = speed;
  der(speed) = -sin(angle) - q + u;
  q + 0.3*q^3 = speed;
  when {sample(0.05, 0.1), angle > 0.6} then
    on = not pre(on);
    ticks = pre(ticks) + 1;
  end when;
  for i in 1:40 loop
    der(v[i]) = (if i == 1 then sin(time) else v[i - 1]) - 2*v[i] + (if i == 40 then 0 else v[i + 1])
      - 1e-9*(exp(v[i]/0.026) - 1);
    der(T[i]) = 100*((if i == 1 then angle else T[i - 1]) - 2*T[i] + (if i == 40 then 0 else T[i + 1]));
  end for;
end RealTime;
"""
RECTIFIER = """model Rectifier "A diode that needs several iterations whenever it begins to conduct"
  Real u(start = 0, fixed = true), i, v;
equation
  v = 10*sin(314*time) - u;
  i = 1e-12*(exp(v/0.025) - 1);
  1e-4*der(u) = i - u/100;
end Rectifier;
"""
METHODS = ["be", "bdf", "mixed", "bdf3", "trapezoid", "bi2", "am3", "sdirk4", "radau3", "radau5", "lobatto4"]
STEP = 0.005
FEW, MANY = 100, 600  # steps
RESULTS = 20  # requests for what is stored, with 25 events between FEW and MANY, and for warnings


class RealTime(unittest.TestCase):
    def setUp(self):
        if "asan" in str(formola_program.program()) or COMPILER is None:
            self.skipTest("needs a C compiler and a program without its own allocator")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="formola-real-time-"))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / "RealTime.mo").write_text(MODEL, encoding="utf-8")
        self.counter = self.folder / "count.so"
        subprocess.run([COMPILER, "-O1", "-shared", "-fPIC", "-o", str(self.counter),
                        str(HERE / "count_allocations.c")], check=True)

    def simulate(self, method, steps, backend):
        """The number of requests for memory of a whole run, and its report."""
        command = [str(formola_program.program()), "simulate", "RealTime.mo", "--method", f"inline:{method}",
                   "--real-time", "--step", str(STEP), "--stop", str(STEP * steps), "--intervals", "1", "--filter", "^$",
                   "--backend", backend, "--quiet", "--output", "r.csv", "--report", "r.json"]
        environment = dict(os.environ, LD_PRELOAD=str(self.counter), FORMOLA_ALLOCATIONS="requests", FORMOLA_CACHE_SIZE="0")
        done = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        report = json.loads((self.folder / "r.json").read_text(encoding="utf-8"))
        return int((self.folder / "requests").read_text()), report

    def test_steps_allocate_nothing(self):
        # The difference of a long and a short run is what the steps ask for.
        for method in METHODS:
            with self.subTest(method=method):
                few, _ = self.simulate(method, FEW, "interp")
                many, report = self.simulate(method, MANY, "interp")
                self.assertGreaterEqual(report["steps_accepted"], MANY)  # a state event ends a step early
                self.assertGreater(report["time_events"], 20)
                # Rows at events and their times are kept: lists that double.
                self.assertLess(many - few, RESULTS)

    def test_native_steps_allocate_nothing(self):
        # The native compiler itself asks for a few more or fewer from run to run.
        for method in ("bdf", "radau5"):
            with self.subTest(method=method):
                few, _ = self.simulate(method, FEW, "llvm")
                many, _ = self.simulate(method, MANY, "llvm")
                self.assertLess(abs(many - few), (MANY - FEW) // 2)

    def test_durations_are_reported(self):
        _, report = self.simulate("be", MANY, "interp")
        times = report["real_time"]
        self.assertEqual(times["step"], STEP)
        self.assertGreater(times["mean"], 0)
        self.assertGreaterEqual(times["quantile_9999"], times["mean"])
        self.assertGreaterEqual(times["worst"], times["quantile_9999"])

    def run_rectifier(self, *options):
        (self.folder / "Rectifier.mo").write_text(RECTIFIER, encoding="utf-8")
        done = subprocess.run([str(formola_program.program()), "simulate", "Rectifier.mo", "--real-time", "--stop", "0.02",
                               "--output", "r.csv", "--report", "r.json", *options],
                              cwd=self.folder, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads((self.folder / "r.json").read_text(encoding="utf-8")), done.stderr

    def test_too_few_iterations_are_told(self):
        few, message = self.run_rectifier("--method", "inline:be", "--step", "1e-4", "--real-time-iterations", "1")
        self.assertGreater(few["real_time"]["unconverged"], 0)
        self.assertIn("were not solved to the tolerance by 1 Newton iteration, the first one at t =", message)
        # What was reached is no solution, but an overshoot onto the exponential is not taken either.
        self.assertLess(abs(few["final"]["u"]), 10)
        enough, message = self.run_rectifier("--method", "inline:sdirk4", "--step", "1e-4", "--real-time-iterations", "50")
        self.assertEqual(enough["real_time"]["unconverged"], 0)
        self.assertNotIn("not solved", message)
        self.assertAlmostEqual(enough["final"]["u"], 2.2075, delta=1e-3)

    def test_late_steps_are_told(self):
        report, message = self.run_rectifier("--method", "inline:be", "--step", "1e-12", "--stop", "1e-9")
        times = report["real_time"]
        self.assertEqual(times["overruns"], times["steps"])
        self.assertIn("steps took longer than the step size of 1e-12 s, the first one at t = 1e-12", message)


if __name__ == "__main__":
    unittest.main()
