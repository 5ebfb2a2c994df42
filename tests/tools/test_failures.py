#!/usr/bin/env python3
"""What the program says when a simulation fails: the operation, the equation with its line, the values."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formola_program  # noqa: E402


def sampled(name, start, interval):
    return f"""model {name}
  parameter Real p = 2;
  discrete Integer n(start = 0);
equation
  when sample({start}, {interval}) then
    n = pre(n) + 1;
  end when;
end {name};"""


MODELS = {
    "Root": (
        """model Root
  Part a;
end Root;
model Part
  Real x(start = 1, fixed = true);
equation
  der(x) = -sqrt(x - 0.5) - 1;
end Part;""",
        3,
        ["sqrt(", "is not defined", "Root.mo:7:3", "in component a", "a.x = "],
    ),
    "Substitute": (
        """model Substitute "A compiled function with a loop refuses its argument below an interpreted one"
  function loops
    input Real x;
    output Real y;
  algorithm
    assert(x < 0.5, "the argument is beyond its range");
    y := 0;
    for i in 1:3 loop
      y := y + i*x;
    end for;
  end loops;
  function talks
    input Real x;
    output Real y;
  protected
    String s;
  algorithm
    s := String(x) + "!";
    y := loops(x) + (if s == "none" then 1 else 0);
  end talks;
  Real y = talks(time);
end Substitute;""",
        3,
        ["the argument is beyond its range"],
    ),
    "Quotient": (
        """model Quotient
  Real x(start = 0, fixed = true);
  Real y = 1/x;
equation
  der(x) = y;
end Quotient;""",
        3,
        ["division by zero", "Quotient.mo:3:"],
    ),
    "StartEquation": (
        """model StartEquation
  Real x(start = 1, fixed = true);
equation
  der(x) = 1;
initial equation
  assert(x < 0.5, "too large");
end StartEquation;""",
        3,
        ["assertion violated at time 0: too large", "StartEquation.mo:6:"],
    ),
    "StartAlgorithm": (
        """model StartAlgorithm
  Real x(start = 1, fixed = true);
equation
  der(x) = 1;
initial algorithm
  assert(x < 0.5, "too large");
end StartAlgorithm;""",
        3,
        ["assertion violated at time 0: too large", "StartAlgorithm.mo:6:"],
    ),
    "StartWhen": (
        """model StartWhen
  Real x(start = 1, fixed = true);
equation
  der(x) = 1;
  when initial() then
    assert(x < 0.5, "too large");
  end when;
end StartWhen;""",
        3,
        ["assertion violated at time 0: too large", "StartWhen.mo:6:"],
    ),
    # sqrt(d) = r has no solution for a negative r, although r^2 is a number.
    "NoInverse": (
        """model NoInverse
  Real d(start = 1), x(start = 0, fixed = true);
equation
  sqrt(d) = 0.5 - time;
  der(x) = d;
end NoInverse;""",
        3,
        ["failed at t = 0.5", "is not defined", "NoInverse.mo:4:3"],
    ),
    "Unsorted": (
        """model Unsorted
  Formola.Blocks.Sources.TimeTable feed(table = {{0, 0}, {2, 1}, {1, 2}});
end Unsorted;""",
        3,
        ["the times in the first column of the table must increase", "in component feed"],
    ),
    "Literal": (
        """model Literal
  type Color = enumeration(red, green, blue);
  Color c = Color(if time > 0.5 then 4 else 1);
end Literal;""",
        3,
        ["4", "outside"],
    ),
    "LiteralInFunction": (
        """model LiteralInFunction
  type Color = enumeration(red, green, blue);
  function number
    input Integer i;
    output Integer y = Integer(Color(i));
  algorithm
  end number;
  Integer y = number(if time > 0.5 then 4 else 1);
end LiteralInFunction;""",
        3,
        ["number: the enumeration has no literal number 4"],
    ),
    "Sizes": (
        """model Sizes
  function add
    input Real a;
    input Real b;
    output Real y = a + b;
  algorithm
  end add;
  function mapped
    input Real u[:];
    output Real s;
  protected
    Real y[:] = u;
  algorithm
    y := add(y, {0, 1});
    s := sum(y);
  end mapped;
  Real y = mapped({1, time, 3});
end Sizes;""",
        3,
        ["mapped: the operands of + differ in size: Real[3] and Real[2]"],
    ),
    # No failure, but worth a word. The ball comes to rest by infinitely many bounces.
    "Ball": (
        """model Ball
  Real h(start = 0.1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(v, -0.5*pre(v));
  end when;
end Ball;""",
        0,
        ["the events of h < 0.0 accumulate at time 0.428", "may have passed through"],
    ),
    "Resting": (
        """model Resting
  Real h(start = 0.1, fixed = true), v(start = 0, fixed = true);
  Boolean rests(start = false, fixed = true);
equation
  der(h) = v;
  der(v) = if rests then 0 else -9.81;
  when h < 0 then
    rests = v > -1e-4;
    reinit(v, if rests then 0 else -0.5*pre(v));
  end when;
end Resting;""",
        0,
        [],
    ),
    "Fading": (
        """model Fading
  Real y = exp(-800*time);
  Real z;
equation
  z = 2*y;
end Fading;""",
        0,
        ["warning: y = 1.48", "e-308 at time 0.886 is a denormal number", "Fading.mo:2:", "warning: z = ", "Fading.mo:5:3: z = 2*y"],
    ),
    # Samples and counts of time that would never come to an end.
    "NoInterval": (sampled("NoInterval", "0", "0"), 3, ["sample(0, 0): the interval must be positive"]),
    "Backwards": (sampled("Backwards", "0", "-1"), 3, ["sample(0, -1): the interval must be positive"]),
    "ByParameter": (sampled("ByParameter", "0.5", "p - 2"), 3, ["sample(0.5, 0): the interval must be positive"]),
    "Unknown": (sampled("Unknown", "0", "sqrt(-p)"), 3, ["the interval must be positive"]),
    "TooOften": (sampled("TooOften", "0", "1e-300"), 3, ["sample(0, 1e-300): the interval is too small for the times to differ"]),
    "StillTooOften": (sampled("StillTooOften", "1", "1e-16"), 3, ["the interval is too small"]),
    "FastFloor": ("model FastFloor Real y = floor(1e18*time); end FastFloor;", 3, ["time events at time", "so closely"]),
    "FastMod": ("model FastMod Real y = mod(time, 1e-300); end FastMod;", 3, ["time events at time", "so closely"]),
    # An algorithm that determines nothing still asserts.
    "Tank": (
        """model Tank
  Real level(start = 1, fixed = true);
equation
  der(level) = -2;
algorithm
  assert(level > 0, "the tank is empty");
end Tank;""",
        3,
        ["t = 0.5", "the tank is empty", "Tank.mo:6:3: assert(level > 0"],
    ),
    # The system with its equations, what was tried, what else is in it.
    "Circuit": (
        """model Circuit
  parameter Real a = 1;
  Real x, y, z(start = 1, fixed = true);
equation
  x + y = z;
  a*x + y = 2*z;
  der(z) = -z;
end Circuit;""",
        3,
        ["linear block of 2 equations for ", "singular", "Circuit.mo:5:3: x + y = z", "Circuit.mo:6:3: a*x + y = 2*z",
         "z = 1", "a = 1", "possible cause: "],
    ),
    "EmptyStore": (
        """model EmptyStore
  parameter Real C = 0;
  parameter Real D = 0;
  Real v(start = 1, fixed = true);
  Real i, j;
equation
  i = C*der(v);
  j = D*der(v);
  i + j = -v;
end EmptyStore;""",
        3,
        ["singular", "EmptyStore.mo:9:3: i + j = -v", "if what multiplies der(v) (a capacitance"],
    ),
    "Parabola": (
        """model Parabola
  Part p;
end Parabola;
model Part
  Real x(start = 1);
  Real z(start = 1.5, fixed = true);
equation
  x^2 + x^4 + 1 = z;
  der(z) = -1;
end Part;""",
        3,
        ["t = 0.5", "nonlinear block of 1 equation for p.x", "Parabola.mo:8:3, in component p: x^2 + x^4 + 1 = z",
         "p.z = ", "possible cause: "],
    ),
    "Sliding": (
        """model Sliding
  Real x(start = 0.5, fixed = true);
equation
  der(x) = if x > 0 then -1 else 1;
end Sliding;""",
        3,
        ["chattering", "x > 0", "Sliding.mo:4:3: der(x) = if x > 0", "hysteresis"],
    ),
    "Infinite": (
        """model Infinite
  Real x(start = 2, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = x^2;
  der(y) = -y;
end Infinite;""",
        3,
        ["the step size became too small", "the state that limits the step is x"],
    ),
    # Every value within the absolute tolerance counts as right for a state of this size.
    "Tiny": (
        """model Tiny
  Real x(start = 0, fixed = true);
equation
  der(x) = 1e5*time - 5e4 - 1e5*tanh(x/1e-8);
end Tiny;""",
        0,
        ["warning: x never exceeded the absolute tolerance, 1e-06", "x(nominal = "],
    ),
    # No derivative depends on it: the results are complete, and it is said.
    "Logarithm": (
        """model Logarithm
  Real x(start = -1, fixed = true);
  Real y = log(x);
equation
  der(x) = 1;
end Logarithm;""",
        0,
        ["warning: y is not a number at time 0: log(-1) is not defined", "Logarithm.mo:3:"],
    ),
    # Others follow from a parameter: it is said first.
    "Parameter": (
        """model Parameter
  parameter Real p = 0;
  parameter Real q = log(-1 - p);
  Real x(start = 1, fixed = true);
equation
  der(x) = -q*x;
end Parameter;""",
        3,
        ["warning: q is not a number at time 0: log(-1) is not defined in q = log(-1.0 - p), where p = 0"],
    ),
    "AtEvent": (
        """model AtEvent
  Real x(start = 0, fixed = true);
  discrete Real q(start = 1, fixed = true);
equation
  der(x) = 1;
  when x > 0.5 then
    q = 1/(pre(q) - 1);
  end when;
end AtEvent;""",
        0,
        ["warning: q is infinite at time 0.5"],
    ),
    # What is not chosen is no error.
    "Guarded": (
        """model Guarded
  Real x(start = -1, fixed = true);
  Real y = if noEvent(x > 0) then log(x) else 0;
equation
  der(x) = 1;
end Guarded;""",
        0,
        [],
    ),
    "Block": (
        """model Block
  Real x, y;
equation
  x + y = 3 - 4*time;
  sqrt(x) + sqrt(y) = 1.5 - time;
end Block;""",
        3,
        # The derivative of a root at 0 is infinite: differences go on from there, to where there is no solution.
        ["nonlinear block of 2 equations for ", "Block.mo:5:3: sqrt(x) + sqrt(y) = 1.5 - time", "there is no solution with these values"],
    ),
    "ErrorFromC": (
        """function f
  input Real x;
  output Real y;
  external "C" y = careful(x) annotation (Include = "
    extern void ModelicaFormatError(const char*, ...);
    double careful(double x) {
      if (x > 0.5) ModelicaFormatError(\\"%s for me\\", \\"too large\\");
      return x;
    }");
end f;
model ErrorFromC
  Real x = f(time);
end ErrorFromC;""",
        3,
        ["f: too large for me"],
    ),
    # The compiled function fails, the interpreter says why.
    "AssertInFunction": (
        """function positive
  input Real x;
  output Real y;
algorithm
  assert(x < 0.5, "x is " + String(x, significantDigits = 2));
  y := x;
end positive;
model AssertInFunction
  Real x = positive(time);
end AssertInFunction;""",
        3,
        ["positive: x is 0.5"],
    ),
    # The interpreter runs a function with texts, which calls a compiled one, which fails.
    "AssertBelowTexts": (
        """function bounded
  input Real x;
  output Real y = 0;
algorithm
  for i in 1:3 loop
    assert(x < 0.5, "x is too large");
    y := y + x;
  end for;
end bounded;
function named
  input Real x;
  input String name;
  output Real y;
protected
  String text = name;
algorithm
  for i in 1:2 loop
    text := text + String(i);
  end for;
  y := bounded(x) + Modelica_length(text);
end named;
function Modelica_length
  input String text;
  output Integer n;
  external "C" n = ModelicaStrings_length(text);
end Modelica_length;
model AssertBelowTexts
  Real x = named(time, "a");
end AssertBelowTexts;""",
        3,
        ["x is too large"],
    ),
    # An initial condition too many that does not hold.
    "OneTooMany": (
        """model OneTooMany
  Real x(start = 1, fixed = true), y(start = 2, fixed = true);
equation
  der(x) = 1;
  y = x^2;
end OneTooMany;""",
        3,
        ["assertion violated at time 0: the initial condition y = 2.0 contradicts the others", "OneTooMany.mo:2:"],
    ),
}


class Failures(unittest.TestCase):
    def test_messages(self):
        for backend in ("llvm", "interp"):
            for name, (text, status, parts) in MODELS.items():
                with self.subTest(model=name, backend=backend), tempfile.TemporaryDirectory() as folder:
                    path = pathlib.Path(folder) / f"{name}.mo"
                    path.write_text(text, encoding="utf-8")
                    done = subprocess.run(
                        [str(formola_program.program()), "simulate", path.name, name, "--quiet", "--trust", ".", "--backend",
                         backend],
                        cwd=folder,
                        capture_output=True,
                        text=True,
                        check=False,
                    )
                    self.assertEqual(done.returncode, status, done.stderr)
                    for part in parts:
                        self.assertIn(part, done.stderr)
                    self.assertNotIn("foreign code", done.stderr)
                    if not parts:
                        self.assertEqual(done.stderr, "")

    def test_settings(self):
        """What is wrong with a --set is shown as it was written."""
        text = "model Few parameter Real a = 1; parameter Real v[2] = {1, 2}; Real x = a*time; end Few;"
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "Few.mo").write_text(text, encoding="utf-8")
            for settings in (["a3=1", "a=2"], ["a=2", "a3=1"], ["v[1]=1", "a3=1"]):
                with self.subTest(settings=settings):
                    options = [word for setting in settings for word in ("--set", setting)]
                    done = subprocess.run([str(formola_program.program()), "simulate", "Few.mo", "--quiet", *options],
                                          cwd=folder, capture_output=True, text=True, check=False)
                    self.assertEqual(done.returncode, 1, done.stderr)
                    self.assertIn("| a3=1\n", done.stderr)
                    self.assertNotIn("class", done.stderr)

    def test_stiff_problems(self):
        """Methods that are not for stiff problems say so: at the end, or where it is too far away."""
        text = "model Stiff Real x(start = 1, fixed = true); equation der(x) = 1e5*(cos(time) - x); end Stiff;"
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "Stiff.mo").write_text(text, encoding="utf-8")
            for method in ("dopri5", "inline:am3"):
                for stop, status, message in (("1", 0, "stability and not accuracy kept the steps short"),
                                              ("1e5", 3, f"stability keeps the steps of {method} at")):
                    with self.subTest(method=method, stop=stop):
                        done = subprocess.run([str(formola_program.program()), "simulate", "Stiff.mo", "--quiet", "--method",
                                               method, "--tolerance", "1e-4", "--stop", stop],
                                              cwd=folder, capture_output=True, text=True, check=False)
                        self.assertEqual(done.returncode, status, done.stderr)
                        self.assertIn(message, done.stderr)
                        self.assertIn("inline:bdf", done.stderr)

    def test_steps_that_lead_nowhere(self):
        """A discontinuity without events keeps the steps tiny, and so may a step that was asked for: both end, and say where."""
        with tempfile.TemporaryDirectory() as folder:
            text = "model Slide Real x(start = 0.5, fixed = true); equation der(x) = -sign(x); end Slide;"
            (pathlib.Path(folder) / "Slide.mo").write_text(text, encoding="utf-8")
            for options, parts in ((["--method", "ida", "--stop", "5"], ["became too small at time 0.5", "limits the step is x"]),
                                   (["--method", "rk4", "--step", "1e-300"], ["became too small at time"])):
                with self.subTest(options=options):
                    done = subprocess.run([str(formola_program.program()), "simulate", "Slide.mo", "--quiet", *options],
                                          cwd=folder, capture_output=True, text=True, check=False)
                    self.assertEqual(done.returncode, 3, done.stderr)
                    for part in parts:
                        self.assertIn(part, done.stderr)

    def test_sliding_without_events(self):
        """Issue 18, point 0: each method says that the solution slides along a jump that is no event, and where it does."""
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "Sign.mo").write_text(
                "model Sign\n  Real x(start = 1, fixed = true), v(start = 0, fixed = true), z(start = 0, fixed = true);\nequation\n"
                "  der(x) = v;\n  der(v) = -sign(x + v);\n  der(z) = cos(time) - z;\nend Sign;\n", encoding="utf-8")
            for method in ("inline:bdf", "inline:radau5", "inline:sdirk4"):
                with self.subTest(method=method):
                    done = subprocess.run([str(formola_program.program()), "simulate", "Sign.mo", "--quiet", "--method", method,
                                           "--stop", "30", "--tolerance", "1e-7"],
                                          cwd=folder, capture_output=True, text=True, check=False)
                    self.assertEqual(done.returncode, 3, done.stderr)
                    for part in ("chattering at time 0.7", "jump to and fro where no event is", "those of v",
                                 "Sign.mo:5:3: der(v) = -sign(x + v)", "sign()"):
                        self.assertIn(part, done.stderr)

    def check_options(self, cases):
        """(options, what is said of them); without a message they are right."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "Decay.mo"
            path.write_text("model Decay Real x(start = 1, fixed = true); equation der(x) = -x; end Decay;",
                            encoding="utf-8")
            for options, message in cases:
                with self.subTest(options=options):
                    done = subprocess.run([str(formola_program.program()), "simulate", path.name, "--quiet", *options],
                                          cwd=folder, capture_output=True, text=True, check=False)
                    self.assertEqual(done.returncode, 2 if message else 0, done.stderr)
                    self.assertIn(message, done.stderr)
                    self.assertLess(len(done.stderr), 200)

    def test_options_without_effect(self):
        cases = [
            (["--method", "ida", "--start-up", "runge-kutta"], "--start-up is for inline:bdf"),
            (["--method", "inline:bdf2", "--start-up", "low-order"], "not for inline:bdf2"),
            (["--method", "inline:bdf", "--step", "0.1", "--start-up", "low-order"], "has no effect"),
            (["--method", "inline:bdf", "--error-estimate", "embedded"], "--error-estimate is for inline:radau3"),
            (["--method", "inline:radau5", "--step", "0.1", "--error-estimate", "embedded"], "has no effect"),
            (["--method", "inline:be", "--step", "0.1", "--real-time-iterations", "2"], "with --real-time only"),
            (["--method", "inline:be", "--real-time"], "--real-time needs --step and an inlined method"),
            (["--method", "inline:mixed", "--explicit", "("], "'(' is not a regular expression"),
            (["--method", "inline:bdf4", "--start-up", "runge-kutta"], ""),
            (["--method", "inline:radau3", "--error-estimate", "blended"], ""),
        ]
        self.check_options(cases)

    def test_step_of_other_methods(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "Decay.mo"
            path.write_text("model Decay Real x(start = 1, fixed = true); equation der(x) = -x; end Decay;", encoding="utf-8")
            for method in ("ida", "ida:dense", "cvode", "dopri5"):
                done = subprocess.run([str(formola_program.program()), "simulate", path.name, "--quiet", "--method", method,
                                       "--step", "0.1"], cwd=folder, capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(f"warning: --step has no effect: {method} chooses its steps by --tolerance", done.stderr)

    def test_scales_are_told_with_a_step_without_effect(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "Tiny.mo"
            path.write_text(MODELS["Tiny"][0], encoding="utf-8")
            for method, told in (("ida", True), ("inline:be", False)):
                done = subprocess.run([str(formola_program.program()), "simulate", path.name, "--quiet", "--method", method,
                                       "--step", "0.001"], cwd=folder, capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual("x never exceeded the absolute tolerance" in done.stderr, told, done.stderr)

    def test_wrong_experiments(self):
        cases = [
            (["--start", "2", "--stop", "1"], "the stop time 1 lies before the start time 2"),
            (["--stop", "inf"], "start and stop time must be finite"),
            (["--tolerance", "0"], "the tolerance is 0; it must be at least 1e-15"),
            (["--tolerance", "1e-30"], "the tolerance is 1e-30; it must be at least 1e-15"),
            (["--method", "rk4", "--step", "0"], "'0' is not a positive number"),
            (["--intervals", "-1"], "'-1' is negative"),
        ]
        self.check_options(cases)

    def test_kinds_of_report(self):
        self.check_options([(["--report", "decay.pdf"], "the report 'decay.pdf' must end in .json or .html"),
                            (["--report", "decay.json"], ""), (["--report", "decay.html"], "")])

    def test_jacobian_report(self):
        """Which Jacobian was used is in the report: derivatives, or differences where there are none."""
        text = """function outside
  input Real x;
  output Real y;
  external "C" y = outside(x) annotation (Include = "double outside(double x) { return x*x; }");
end outside;
model Smooth
  Real x(start = 1, fixed = true);
equation
  der(x) = -x^3;
end Smooth;
model External
  Real x(start = 1, fixed = true);
equation
  der(x) = -outside(x);
end External;
model Stiff
  Real x(start = 1, fixed = true), y;
equation
  y + exp(y) = outside(x) + outside(y);
  der(x) = -y;
end Stiff;"""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "Models.mo"
            path.write_text(text, encoding="utf-8")
            for model, options, steps, differenced in (
                ("Smooth", [], 0, False),
                ("Smooth", ["--disable-pass=differentiateSteps"], None, True),
                ("External", [], 1, False),
                ("Stiff", [], 0, True),
            ):
                for method in ("ida", "cvode"):
                    with self.subTest(model=model, options=options, method=method):
                        subprocess.run([str(formola_program.program()), "simulate", path.name, model, "--quiet", "--trust", ".",
                                        "--method", method, "--report", "report.json", *options],
                                       cwd=folder, capture_output=True, text=True, check=True)
                        report = json.loads((pathlib.Path(folder) / "report.json").read_text(encoding="utf-8"))
                        self.assertGreater(report["jacobian_evaluations"], 0)
                        expected = report["jacobian_evaluations"] if differenced else 0
                        self.assertEqual(report["differenced_jacobians"], expected)
                        self.assertEqual(report.get("differenced_steps"), steps)
                        self.assertEqual("jacobian_by_differences_because" in report, model == "Stiff")

    def test_destructor(self):
        source = formola_program.ROOT / "tests" / "golden" / "external" / "included_source.mo"
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder) / "log"
            subprocess.run(
                [str(formola_program.program()), "simulate", str(source), "Filters.Test", "--quiet", "--trust", "Filters"],
                cwd=folder,
                env={**os.environ, "FORMOLA_TEST_LOG": str(log)},
                check=True,
            )
            self.assertEqual(log.read_text(encoding="utf-8"), "freed 10\n")


if __name__ == "__main__":
    unittest.main()
