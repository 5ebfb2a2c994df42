#!/usr/bin/env python3
"""What a simulation refuses or warns of while it runs: Integers beyond their range, divisions by zero, delays into the
future, values outside of min and max, equations that leave unknowns free. In both back ends; models where all is well
must not be warned of."""

import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formola_program  # noqa: E402

RANGE = "beyond the range of Integers"
ZERO = "divides by zero"

# name: (declarations and equations, exit status, what is said)
CASES = {
    # ---- Integers
    "Grows": (
        """discrete Integer i(start = 1, fixed = true);
equation
  when sample(0.01, 0.01) then
    i = 10*pre(i);
  end when;""", 3, [RANGE, "10*pre(i)"]),
    "Sum": (
        """Integer a(start = 4000000000000000, fixed = true), b(start = 1, fixed = true);
equation
  when sample(0.1, 0.1) then
    a = pre(a) + pre(b);
    b = pre(a) + pre(b);
  end when;""", 3, [RANGE]),
    "Huge": ("Real x = if time > 0.5 then 1e20 else time; Integer i = integer(x);", 3, [RANGE, "'i'"]),
    "HugeNoEvent": ("Integer i = noEvent(integer(1e20*time));", 3, [RANGE]),
    "Between": ("""discrete Integer i(start = 3037000500, fixed = true), r;
equation
  when sample(0.1, 0.1) then
    i = pre(i);
    r = mod(pre(i)*pre(i), 7);
  end when;""", 3, [RANGE, "pre(i)*pre(i)"]),
    "Counter": (
        """discrete Integer i(start = 0, fixed = true), j(start = 5, fixed = true);
equation
  when sample(0.01, 0.01) then
    i = pre(i) + 1;
    j = mod(pre(j)*16807, 2147483647);
  end when;""", 0, []),
    "Parameter": ("parameter Integer n = 3037000500; parameter Integer m = n*n; Integer k = m;", 3, [RANGE, "'m'"]),
    # ---- bounds of enumerations
    "EnumerationParameter": (
        "type E = enumeration(low, middle, high); parameter E e(min = E.middle) = E.low;", 3, ["'e'", "minimum"]),
    "EnumerationVariable": (
        "type E = enumeration(low, middle, high); E e(max = E.middle) = if time > 0.5 then E.high else E.low;", 0,
        ["'e'", "maximum"]),
    # ---- division by zero
    "DivInteger": ("Integer k = if time > 0.5 then 0 else 1; Integer i = div(1, k);", 3, [ZERO, "div(1, k)"]),
    "ModInteger": ("Integer k = if time > 0.5 then 0 else 1; Integer i = mod(7, k);", 3, [ZERO, "mod(7, k)"]),
    "RemInteger": ("Integer k = if time > 0.5 then 0 else 1; Integer i = rem(7, k);", 3, [ZERO, "rem(7, k)"]),
    "ModReal": ("Real d = if time > 0.5 then 0 else 1; Real y = mod(time, d);", 3, [ZERO]),
    "RemReal": ("parameter Real d = 0; Real y = rem(time, d);", 3, ["zero"]),
    "InRelation": ("Integer k = if time > 0.5 then 0 else 1; Boolean b = div(6, k) > 3;", 3, [ZERO]),
    "Guarded": ("Integer k = if time > 0.5 then 0 else 2; Integer i = if k <> 0 then div(6, k) else -1; "
                "Boolean b = k <> 0 and mod(6, k) == 0;", 0, []),
    "GuardedInWhen": ("""Integer k = if time > 0.5 then 0 else 2; discrete Integer i(start = 1, fixed = true);
equation
  when time > 0.25 then
    i = div(6, k);
  end when;""", 0, []),
    # ---- in functions
    "Factorial": ("""function f
    input Integer n;
    output Integer y = 1;
  algorithm
    for i in 1:n loop
      y := y*i;
    end for;
  end f;
  Integer i = f(integer(40*time));""", 3, ["too large"]),
    "Fibonacci": ("""function f
    input Integer n;
    output Real y;
  protected
    Integer a = 0, b = 1, c;
  algorithm
    for i in 1:n loop
      c := a + b;
      a := b;
      b := c;
    end for;
    y := if a > 0 then 1 else 2;
  end f;
  Real y = f(integer(200*time));""", 3, ["too large"]),
    "FunctionDiv": ("""function f
    input Integer k;
    output Real y;
  algorithm
    y := if div(1, k) > 5 then 1 else 2;
  end f;
  Real y = f(if time > 0.5 then 0 else 1);""", 3, ["division by zero"]),
    "FunctionMod": ("""function f
    input Real x;
    input Real d;
    output Real y;
  algorithm
    y := if mod(x, d) > 5 then 1 else 2;
  end f;
  Real y = f(time, max(0, 0.5 - time));""", 3, ["division by zero"]),
    "FunctionInteger": ("""function f
    input Real x;
    output Real y;
  algorithm
    y := if integer(x) > 5 then 1 else 2;
  end f;
  Real y = f(1e20*time);""", 3, ["integer"]),
    "FunctionSum": ("""function f
    input Real x;
    output Real y;
  protected
    Integer v[3];
  algorithm
    v := fill(integer(x), 3);
    y := if sum(v) > 0 then 1 else 0;
  end f;
  Real y = f(8e15*time);""", 0, []),
    "FunctionFine": ("""function f
    input Integer n;
    output Integer y = 1;
  algorithm
    for i in 1:n loop
      y := mod(y*16807, 2147483647);
    end for;
  end f;
  Integer i = f(integer(40*time));""", 0, []),
    # ---- delay
    "DelayParameter": ("parameter Real T = -1; Real y = delay(time, T);", 3, ["delay time", "negative"]),
    "DelayVarying": ("Real T = 0.5 - time; Real y = delay(time, T, 1);", 3, ["delay time", "negative"]),
    "DelayBeyond": ("Real T = 0.1 + time; Real y = delay(time, T, 0.5);", 3, ["delay time", "exceeds its limit"]),
    "DelayLimit": ("parameter Real T = 0.3; Real y = delay(time, T*sin(time)^2 + T*cos(time)^2, T);", 0, []),
    "DelayZero": ("parameter Real T = 0; Real y = delay(time, T);", 0, []),
    # ---- freedom
    "Free": ("Real u = time + 1, x, y; equation x + y = u; 2*x + 2*y = 2*u;", 0,
             ["do not determine x", "from time 0 on"]),
    "FreeByParameter": ("parameter Real p = 2; Real x, y; equation x + y = time; p*x + 2*y = 2*time;", 0,
                        ["do not determine x"]),
    "FreeOfThree": ("parameter Real p = 1; Real x, y, z; equation x + y + z = time; p*x + y + z = time; z + p*x = 1 + x;",
                    0, ["do not determine y, x"]),
    "FreeLater": ("""Real c = if time > 0.5 then 1 else 2; Real x, y; equation x + y = time; c*x + y = time;""", 0,
                  ["do not determine x", "from time 0.5 on"]),
    "FreeMatrix": ("parameter Real A[3, 3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}; Real x[3]; equation A*x = {6, 15, 24};",
                   0, ["do not determine", "x[1]"]),
    "FreeWithState": ("""Real s(start = 1, fixed = true), x, y; parameter Real k = 1;
equation der(s) = -s; x - k*y = s; k*x - y = s;""", 0, ["do not determine x"]),
    "FreeAtStart": ("""parameter Real p(fixed = false), q(fixed = false), k = 1; Real z = p + q;
initial equation p + q = 3; k*p + q = 3;""", 0, ["do not determine"]),
    "FreeStates": ("""parameter Real k = 1; Real x, y;
initial equation x + y = 3; k*x + y = 3;
equation der(x) = -x; der(y) = -y;""", 0, ["do not determine"]),
    "FreeOnlyAtStart": ("""Real s(start = 0, fixed = true), x, y; Real c = if initial() then 1 else 2;
equation der(s) = 1; x + y = s; c*x + y = s;""", 0, []),
    "Determined": ("parameter Real p = 3; Real x, y; equation x + y = time; p*x + 2*y = 2*time;", 0, []),
    "Inconsistent": ("parameter Real p = 2; Real x, y; equation x + y = time; p*x + 2*y = 2*time + 1;", 3, ["singular"]),
    "FreeForAnInstant": ("Real k = time - 0.5, x, y; equation x + y = k; x + (1 + k)*y = k;", 0, []),
    "FreeFlow": ("parameter Real R = 0; Real i1, i2, v; equation v = R*i1; v = R*i2; i1 + i2 = 1;", 0,
                 ["do not determine"]),
    # ---- min and max
    "Below": ("Real x(min = 0) = 0.5 - time;", 0, ["'x' is", "less than its minimum 0", "at time 0.50"]),
    "Above": ("Real x(max = 2) = 4*time;", 0, ["'x' is", "greater than its maximum 2"]),
    "OfType": ("type P = Real(min = 0); P x(start = 1, fixed = true); equation der(x) = -2;", 0,
               ["'x' is", "less than its minimum 0"]),
    "ByParameter": ("parameter Real top = 0.4; Real x(max = top) = time;", 0, ["greater than its maximum 0.4"]),
    "OfAlias": ("Real x, y(min = -0.5); equation x = time; y = -x;", 0, ["'y' is", "less than its minimum -0.5"]),
    "OfElement": ("Real x[2](min = {0, -5}) = {-time, -time};", 0, ["'x[1]' is"]),
    "OfInteger": ("Integer i(max = 3) = integer(10*time);", 0, ["'i' is 4, greater than its maximum 3"]),
    "JustReached": ("Real x(min = 0, start = 1, fixed = true), y(max = 1) = 1 - x; equation der(x) = -20*x;", 0, []),
    "Inside": ("Real x(min = 0, max = 1) = time;", 0, []),
    "Computed": ("""parameter Real p(min = 0, fixed = false); Real x = p*time;
initial equation p = -1;""", 3, ["the parameter 'p' is -1, less than its minimum 0"]),
    "ComputedInside": ("""model C
  parameter Real p(min = 0, fixed = false);
initial equation
  p = -1;
end C;
C c; Real x = c.p*time;""", 0, ["'c.p' is -1, less than its minimum 0"]),
}


class RunTimeChecks(unittest.TestCase):
    def simulate(self, folder, text, *options):
        file = folder / "M.mo"
        file.write_text(text)
        command = [str(formola_program.program()), "simulate", str(file), "--output", str(folder / "M.csv"), "--quiet"]
        return subprocess.run(command + list(options), capture_output=True, text=True, timeout=300)

    def test_cases(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for case, (body, status, said) in CASES.items():
                for options in (["--backend", "llvm"], ["--backend", "interp"], ["--method", "inline:bdf"]):
                    with self.subTest(case=case, options=options):
                        run = self.simulate(folder, f"model M\n  {body}\nend M;\n", *options)
                        self.assertEqual(run.returncode, status, run.stderr)
                        for text in said:
                            self.assertIn(text, run.stderr)
                        if not said:
                            self.assertNotIn("warning", run.stderr)

    def test_once_for_each_variable(self):
        with tempfile.TemporaryDirectory() as name:
            text = "model M\n  Real x[30](each max = 0.5) = fill(time, 30);\n  Real y(max = 0.1) = sin(20*time);\nend M;\n"
            run = self.simulate(pathlib.Path(name), text)
            self.assertEqual(len(re.findall("greater than its maximum", run.stderr)), 10, run.stderr)
            self.assertIn("21 other variables left their bounds", run.stderr)


SAY = """impure function say
  input String text;
external "C" ModelicaInternal_print(text, "");
end say;
"""


class EffectsAtStart(unittest.TestCase):
    """What is done at the start is done once, however often the initial system is iterated."""

    # what a model contains: what is said
    CASES = {
        """equation
  der(x) = 1;
  when initial() then
    say("start");
  end when;
  when {initial(), time > 0.5} then
    say("both");
  end when;
  when terminal() then
    say("end");
  end when;""": ["start", "both", "both", "end"],
        """equation
  der(x) = 1;
initial equation
  say("equation");
initial algorithm
  say("algorithm");
  if x > 0.5 then
    say("large");
  end if;""": ["equation", "algorithm", "large"],
        """parameter Real p(fixed = false);
equation
  der(x) = p;
initial algorithm
  p := x;
  say("p");""": ["p"],
        """equation
  der(x) = 1;
algorithm
  when {initial(), time > 0.5} then
    say("both");
  end when;""": ["both", "both"],
        """equation
  der(x) = 1;
  when initial() then
    terminate("enough");
  end when;
  when time > 0.5 then
    say("never");
  end when;""": [],
    }

    def test_said_once(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for body, said in self.CASES.items():
                text = f"{SAY}model M\n  Real x(start = 1, fixed = true);\n  {body}\nend M;\n"
                (folder / "M.mo").write_text(text)
                for options in (["--backend", "llvm"], ["--backend", "interp"], ["--method", "inline:bdf"]):
                    with self.subTest(model=body, options=options):
                        command = [str(formola_program.program()), "simulate", "M.mo", "M", "--quiet", "--output", "M.csv"]
                        run = subprocess.run(command + options, capture_output=True, text=True, cwd=folder, timeout=300)
                        self.assertEqual(run.returncode, 0, run.stderr)
                        self.assertEqual(run.stdout.split(), said)


class Programs(unittest.TestCase):
    """C programs refuse what a simulation refuses."""

    CASES = {
        "Grows": (RANGE, "10*pre(i)"),
        "Between": (RANGE, "pre(i)*pre(i)"),
        "DivInteger": (ZERO, "div(1, k)"),
        "ModReal": (ZERO, "mod(time, d)"),
        "DelayVarying": ("delay time", "negative"),
        "DelayBeyond": ("delay time", "exceeds its limit"),
        "Guarded": (),
        "Counter": (),
    }

    @unittest.skipUnless(shutil.which("cc"), "no C compiler")
    def test_cases(self):
        for case, said in self.CASES.items():
            with self.subTest(case=case), tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                state = "Real s(start = 1, fixed = true) \"a state\";\n"
                body = CASES[case][0]
                rest = "der(s) = -s;" if "equation" in body else "equation der(s) = -s;"
                (folder / "m.mo").write_text(f"model M\n  {state}  {body}\n  {rest}\nend M;\n")
                formola_program.run("translate", "m.mo", "--to", "c", "--method", "inline:bdf2", "--output", "m.c",
                                    cwd=folder)
                subprocess.run(["cc", "-DFORMOLA_MAIN", "m.c", "-o", "m", "-lm"], cwd=folder, check=True)
                run = subprocess.run([str(folder / "m")], capture_output=True, text=True, timeout=300)
                self.assertEqual(run.returncode, 1 if said else 0, run.stderr)
                for text in said:
                    self.assertIn(text, run.stderr)


class Names(unittest.TestCase):
    """Names of models that no file can have."""

    def run_in(self, folder, *arguments):
        return subprocess.run([str(formola_program.program()), *arguments], capture_output=True, text=True, cwd=folder,
                              timeout=300)

    def test_long_names(self):
        for model in ("M" * 300, "A" * 5000, "'" + "ä" * 200 + "'", "'a/b'"):
            with self.subTest(model=model[:20]), tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                (folder / "m.mo").write_text(f"model {model}\n  Real x = time;\nend {model};\n")
                named = [] if "/" in model else [model]  # a slash on the command line means a file
                run = self.run_in(folder, "simulate", "m.mo", *named)
                self.assertEqual(run.returncode, 0, run.stderr)
                results = list(folder.glob("*_res.csv"))
                self.assertEqual(len(results), 1)
                self.assertIn(results[0].name, run.stdout)

    def test_long_name_that_is_not_there(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "m.mo").write_text("model M\nend M;\n")
            for arguments in (["m.mo", "N" * 300], ["N" * 5000], ["m.mo", "M." + "N" * 300], ["N" * 300 + ".mo"]):
                for command in ("simulate", "check", "flatten"):
                    run = self.run_in(folder, command, *arguments)
                    self.assertIn(run.returncode, (1, 2), run.stderr[-300:])
                    self.assertNotIn("terminate called", run.stderr)

    def test_long_output(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "m.mo").write_text("model M\n  Real x = time;\nend M;\n")
            run = self.run_in(folder, "simulate", "m.mo", "--output", "x" * 300 + ".csv")
            self.assertEqual(run.returncode, 3)
            self.assertIn("File name too long", run.stderr)


class Signals(unittest.TestCase):
    """Ctrl-C and SIGTERM end after the present step and keep the results."""

    MODEL = "model M\n  Real x(start = 0, fixed = true);\nequation\n  der(x) = 1;\nend M;\n"

    def interrupted(self, folder, which):
        (folder / "m.mo").write_text(self.MODEL)
        process = subprocess.Popen(
            [str(formola_program.program()), "simulate", "m.mo", "--method", "euler", "--step", "1e-5", "--stop", "1e6",
             "--intervals", "1000000", "--output", "m.csv"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=folder)
        limit = time.monotonic() + 120
        while time.monotonic() < limit and not (folder / "m.csv").exists():
            time.sleep(0.05)
        time.sleep(1)
        process.send_signal(which)
        _, errors = process.communicate(timeout=120)
        return process.returncode, errors

    def test_results_are_kept(self):
        for which in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(signal=which), tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                status, errors = self.interrupted(folder, which)
                self.assertGreaterEqual(status, 0, errors)
                self.assertIn("interrupted at t =", errors)
                rows = (folder / "m.csv").read_text().splitlines()
                columns = rows[0].split(",")
                self.assertGreater(len(rows), 1)
                self.assertEqual(len(rows[-1].split(",")), len(columns))
                end = float(re.search(r"interrupted at t = ([^;]*);", errors).group(1))
                self.assertAlmostEqual(float(rows[-1].split(",")[0]), end, delta=1e-4 * max(end, 1e-6))


if __name__ == "__main__":
    unittest.main()
