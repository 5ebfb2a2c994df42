"""The shell prints the truth: its equations hold along the simulated solution, for all examples of the library, golden models and the
models below (shell_audit.py). Nothing that is used is left undefined."""

import pathlib
import re
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formola_program as fp  # noqa: E402
import shell_audit  # noqa: E402
import test_library  # noqa: E402

# Examples with thousands of equations: one plan is enough.
LARGE = 1500

SUPERHEATER = """
function g
  input Real h;
  output Real r;
algorithm
  r := 5 - 0.1*h^2;
  annotation(derivative = gDER);
end g;
function gDER
  input Real h;
  input Real derh;
  output Real derr;
algorithm
  derr := -0.2*h*derh;
end gDER;
model Superheater
  parameter Real V = 3, W = 1, hin = 2;
  Real E, h(start = 1, fixed = true), r;
equation
  der(E) = 1 - W*(h - hin);
  E = V*r*h;
  r = g(h);
end Superheater;
"""

EVENTS = """
model Events
  Real z, x(start = 1, fixed = true), v(start = 0, fixed = true), b, s;
  Integer k(start = 0, fixed = true);
  discrete Real w(start = 0, fixed = true);
  Boolean big;
equation
  z = mod(time, 0.3) + floor(2*time) - div(time, 0.4);
  der(x) = v;
  der(v) = -9.81 + delay(z, 0.1);
  b = if x > 0.5 and not z > 0.2 then 1 elseif x > 0.2 then 2 else abs(x)^1.5;
  big = x > 0.7 or b > 1.5;
  s = smooth(1, noEvent(max(x, 0.1) + sign(v)*atan2(x, 2) - log(2 + x^2)));
  when sample(0, 0.1) then
    k = pre(k) + 1;
    w = x;
  end when;
  when x < 0 then
    reinit(x, 0);
    reinit(v, -0.8*pre(v));
  end when;
  assert(x < 100, "too high");
end Events;
"""

# A bridge of resistors whose linear system has more equations than Cramer's rule is used for, and a nonlinear loop.
BRIDGE = """
model Bridge
  parameter Integer n = 12;
  parameter Real C = 0.1, R[n] = {1 + i/10 for i in 1:n};
  Real v[n], i[n], u(start = 1, fixed = true), d;
equation
  v[1] + R[1]*i[1] = u;
  for k in 2:n - 1 loop
    i[k] = (v[k] - v[k + 1])/R[k] + 0.01*i[k - 1];
  end for;
  i[n] = v[n]/R[n];
  for k in 1:n - 1 loop
    i[k] = i[k + 1] + 0.1*v[k];
  end for;
  v[2] + 0.3*v[1] = sin(time) + 0.2*v[n];
  C*der(u) = -i[1] - d;
  d + 0.1*d^3 = u + sin(d);
end Bridge;
"""

# An algorithm becomes a function, which the shell writes out; names that could be misunderstood.
ALGORITHM = """
model Algorithm
  model Part
    Real x(start = 1, fixed = true), y, derx;
    Real 'a.b';
  equation
    der(x) = -y;
    derx = 3*x;
    'a.b' = if derx == 3 then 1 else 2;
  algorithm
    y := x;
    for i in 1:3 loop
      y := y + 0.1*x^i;
    end for;
  end Part;
  Part Algorithm, other(x(start = 0.5));
  Real x;
equation
  x = Algorithm.x - (-other.x) - 2*(Algorithm.y - other.y);
end Algorithm;
"""

# d^3 + d = ... has one solution, x^2 = ... has two.
BRANCHES = """
model Branches
  Real x(start = -1), y(start = 1), z(start = 3);
equation
  x^2 = 1 + time;
  exp(2*y) = time + 1;
  sin(z) = 0.1*time;
end Branches;
"""

OWN = {
    "Superheater": SUPERHEATER, "Events": EVENTS, "Bridge": BRIDGE, "Algorithm": ALGORITHM, "Branches": BRANCHES,
}  # fmt: skip

GOLDEN = ["analytic/*.mo", "simulate/*.mo"]
# Relations that keep their values within rounding errors; no solution without the options of the case.
EXCEPT = {"noise_at_events.mo", "schmitt_trigger.mo"}


def header(path, key):
    return re.findall(rf"(?m)^// {key}: (.*)$", path.read_text(encoding="utf-8"))


@unittest.skipUnless(fp.program(), "the program is not built")
class ShellAudit(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def no_mismatch(self, audit):
        print(f"shell audit, {self._testMethodName}: {audit.summary()}")
        self.assertEqual(audit.mismatches[:10], [], audit.summary())

    def file(self, name):
        path = self.folder / f"{name}.mo"
        path.write_text(OWN[name], encoding="utf-8")
        return path

    def output(self, name, *commands):
        text = shell_audit.dialogue([f"enter model {self.file(name)}", *commands], self.folder)
        return shell_audit.answers(text)[-1][1]

    def test_p1_library_examples(self):
        audit = shell_audit.Audit()
        for example in test_library.EXAMPLES:
            with self.subTest(example.name):
                before = audit.equations
                for plan, commands in shell_audit.PLANS.items():
                    if audit.equations - before < LARGE:
                        shell_audit.audit_model(audit, example.name, plans={plan: commands})
        self.no_mismatch(audit)

    def test_p1_golden_models(self):
        audit = shell_audit.Audit()
        for pattern in GOLDEN:
            for path in sorted((fp.ROOT / "tests" / "golden").glob(pattern)):
                text = path.read_text(encoding="utf-8")
                model = header(path, "model") or re.findall(r"(?m)^(?:model|block) (\w+)", text)[-1:]
                wrong = "expect-error" in text or header(path, "exit") or header(path, "needs") or path.name in EXCEPT
                if header(path, "stage") != ["simulate"] or wrong or not model or f"end {model[0]};" not in text:
                    continue
                with self.subTest(path.name):
                    shell_audit.audit_model(audit, model[0], [path])
        self.no_mismatch(audit)

    def test_p1_own_models(self):
        audit = shell_audit.Audit()
        for name in OWN:
            with self.subTest(name):
                shell_audit.audit_model(audit, name, [self.file(name)])
        self.no_mismatch(audit)

    def test_p1_functions_have_their_names(self):
        solved = self.output("Superheater", "differentiate", "variable state h", "partition", "output solved equations")
        self.assertIn("r = g(h)\n", solved)
        self.assertIn("gDER(h, 1)", solved)

    def test_p1_reduced_equations_leave_nothing_undefined(self):
        reduced = self.output("Bridge", "output reduced equations")
        self.assertIn("SYSTEM OF 24 SIMULTANEOUS EQUATIONS", reduced)
        self.assertIn("SYSTEM OF 1 SIMULTANEOUS EQUATION\nUNKNOWN VARIABLES\n  Bridge.d\n", reduced)
        d = "[Bridge.d]"
        self.assertIn(f"  {d} + 0.1*{d}**3 = Bridge.u + sin({d})\n", reduced)

    def test_p1_events(self):
        text = self.output("Events", "output equations")
        self.assertIn("z = mod(Time, 0.3) + floor(2*Time) - div(Time, 0.4)\n", text)
        self.assertIn("k = if edge($when1) then pre(k) + 1 else pre(k)\n", text)
        self.assertIn("when edge($when2) then reinit(v, -0.8*pre(v))\n", text)
        self.assertIn(" - 1 assertion is not shown\n", text)

    def test_p1_one_of_several_solutions(self):
        text = self.output("Branches", "output solved equations")
        self.assertIn("z = arcsin(0.1*Time)  { one of several solutions }\n", text)
        self.assertIn("y = ln(Time + 1)/2\n", text)

    def test_p1_an_algorithm_is_written_out(self):
        text = self.output("Algorithm", "output equations")
        self.assertRegex(text, r"(?s)y = \$algorithm1\(x\)\n.*\nfunction '?\$algorithm1")
        self.assertIn("Algorithm_\n         x = Algorithm.x", text)  # the model, not its component of that name


if __name__ == "__main__":
    unittest.main()
