"""Octave programs of many models, with events and functions, agree with formola simulate to 1e-12."""

import re
import shutil
import subprocess
import unittest

import formola_program as fp
from c_program_test import CProgramTest

SWEEP = fp.ROOT / "tests" / "translate" / "sweep.mo"
MODELS = re.findall(r"(?m)^  model (\w+)", SWEEP.read_text(encoding="utf-8"))
STATES_CHOSEN_AT_RUN_TIME = {"OverTheTop", "DeadCentre"}
DELAYS = {"DelayEquation", "DelayedJumps"}
S_FUNCTION = fp.ROOT / "tests" / "translate" / "s_function.mo"
STOP, STEPS = 2.0, 50

# A model without events is a function of derivatives: Runge and Kutta's method around it.
PLAIN = """
x = MODEL(); h = STOP/STEPS; r = struct();
for k = 0:STEPS
  t = h*k;
  [k1, ~, values] = MODEL(t, x);
  values.time = t;
  names = fieldnames(values);
  for i = 1:numel(names), r.(names{i})(k + 1, 1) = values.(names{i}); end
  k2 = MODEL(t + h/2, x + h/2*k1);
  k3 = MODEL(t + h/2, x + h/2*k2);
  k4 = MODEL(t + h, x + h*k3);
  x = x + h/6*(k1 + 2*(k2 + k3) + k4);
end
"""
EVENTS = "\nr = MODEL();\n"
SIMULINK = """
[sizes, x, ~, ts] = Block([], [], [], 0);
assert(isequal(sizes(1:4)(:)', [0 numel(x) 5 1]) && ts(1) == STOP/STEPS);
[~, other] = Block([], [], [], 0);
for k = 0:STEPS
  t = STOP/STEPS*k;
  u = sin(3*t);
  printf('%.17g ', t, Block(t, x, u, 3)); printf('\\n');
  x = Block(t, x, u, 2);
  other = Block(t, other, 0, 2);
  assert(isempty(Block(t, x, u, 9)));
end
assert(~isequal(x, other));
"""
PRINT = """
names = fieldnames(r);
for i = 1:numel(names), printf('MODEL %s', names{i}); printf(' %.17g', double(r.(names{i}))); printf('\\n'); end
"""


def field(name):
    """A variable's name in the structure of the results."""
    return "".join(c if c.isalnum() else "_" if c in "._([" else "" for c in name)


@unittest.skipUnless(fp.program(), "the program is not built")
@unittest.skipUnless(shutil.which("octave-cli"), "Octave is not installed")
class OctaveSweepTest(CProgramTest):
    def test_models(self):
        options = ["--to", "matlab", "--stop", STOP, "--step", STOP / STEPS]
        models = [model for model in MODELS if model not in STATES_CHOSEN_AT_RUN_TIME | DELAYS]
        script, with_events, with_functions = "1;\n", 0, 0
        for model in models:
            text = fp.run("translate", SWEEP, f"Sweep.{model}", *options)
            (self.folder / f"{model}.m").write_text(text, encoding="utf-8")
            events = "A model with events" in text
            with_events += events
            with_functions += "function out = function_" in text
            script += ((EVENTS if events else PLAIN) + PRINT).replace("MODEL", model)
        self.assertGreaterEqual(with_events, 8)
        self.assertGreaterEqual(with_functions, 3)
        script = script.replace("STOP", str(STOP)).replace("STEPS", str(STEPS))
        (self.folder / "all_models.m").write_text(script, encoding="utf-8")
        done = subprocess.run(
            ["octave-cli", "--quiet", "--no-init-file", "all_models.m"], cwd=self.folder, encoding="utf-8",
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        found = {model: {} for model in models}
        for row in done.stdout.splitlines():
            model, name, *values = row.split()
            found[model][name] = [float(x) for x in values]
        for model in models:
            with self.subTest(model):
                expected = self.simulate([SWEEP], [f"Sweep.{model}"], STOP, STEPS, "rk4")
                columns = {name: found[model][field(name)] for name in expected}
                worst, name = self.largest_difference(expected, columns)
                self.assertLess(worst, 1e-12, f"{model}: {name}")

    def octave(self, script):
        (self.folder / "script.m").write_text(script, encoding="utf-8")
        done = subprocess.run(
            ["octave-cli", "--quiet", "--no-init-file", "script.m"], cwd=self.folder, encoding="utf-8",
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_events_of_discrete_inputs(self):
        """change(), pre() and edges of inputs of an S-function."""
        text = fp.run("translate", S_FUNCTION, "Held.Counter", "--to", "simulink", "--step", 0.125)
        (self.folder / "Counter.m").write_text(text, encoding="utf-8")
        script = """
[~, x] = Counter([], [], [], 0);
for k = 0:8
  t = 0.125*k;
  u = [2*floor(t/0.375); t >= 0.5];
  printf('%.17g ', Counter(t, x, u, 3)); printf('\\n');
  x = Counter(t, x, u, 2);
end
"""
        rows = [[float(x) for x in line.split()] for line in self.octave(script).splitlines()]
        for i, (n, x, last) in enumerate(rows):
            t = 0.125 * i
            self.assertEqual(n, 2 * (t // 0.375))
            self.assertAlmostEqual(x, t - 0.5 if t >= 0.5 else t, 12)
            self.assertEqual(last, -1 if t < 0.375 else 0.375 * (t // 0.375))

    def test_s_function_with_events(self):
        """Called as SIMULINK does, with inputs that are held, twice at once."""
        stop, steps = 3.0, 60
        text = fp.run("translate", S_FUNCTION, "Held.Block", "--to", "simulink", "--step", stop / steps)
        (self.folder / "Block.m").write_text(text, encoding="utf-8")
        outputs = re.search(r"(?m)^% outputs: (.*)", text).group(1).split()
        script = SIMULINK.replace("STOP", str(stop)).replace("STEPS", str(steps))
        rows = [[float(x) for x in line.split()] for line in self.octave(script).splitlines()]
        expected = self.simulate([S_FUNCTION], ["Held.Test"], stop, steps, "rk4")
        found = {"time": [row[0] for row in rows]}
        found.update({f"b.{name}": [row[i + 1] for row in rows] for i, name in enumerate(outputs)})
        self.assertEqual(len(rows), steps + 1)
        worst, name = self.largest_difference({name: expected[name] for name in found}, found)
        self.assertLess(worst, 1e-12, name)
        self.assertGreater(found["b.bounces"][-1], 2)
        self.assertGreater(found["b.ticks"][-1], 5)
        self.assertEqual({0.0, 1.0}, set(found["b.high"]))


if __name__ == "__main__":
    unittest.main()
