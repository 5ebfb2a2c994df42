"""ACSL, Simnon and DESIRE programs have the structure of their languages, and the checks can fail."""

import json
import pathlib
import re
import subprocess
import tempfile
import unittest

import formola_program as fp
import simulation_language_runs as runs
import simulation_languages as languages

GOLDEN = fp.ROOT / "tests" / "golden" / "translate"
FOLDER = fp.ROOT / "tests" / "dymola"

# What is changed in the text of the circuit, and what the check must say about it.
BROKEN = {
    "acsl": [
        ("END ! of PROCEDURAL\n", "", "CONSTANT|INTEG belongs into DERIVATIVE"),
        ("END ! of DERIVATIVE\n", "", "TERMT .* belongs into DYNAMIC"),
        ("END ! of INITIAL", "END ! of DYNAMIC", "END of INITIAL is called 'of DYNAMIC'"),
        ("DYNAMIC\nDERIVATIVE", "DERIVATIVE", "DERIVATIVE stands in PROGRAM"),
        ("  R1zu = u - Czu\n  R1zi = R1zu/R1zR\n", "  R1zi = R1zu/R1zR\n  R1zu = u - Czu\n",
         "'R1zu' is used before it has a value"),
        ("  R1zu = u - Czu\n", "  R1zu = u - Czu\n  R1zu = u\n", "'R1zu' gets a second value"),
        ("  CONSTANT R1zR = 100.0\n", "", "'R1zR' is used before it has a value"),
        ("CONSTANT R1zR = 100.0", "CONSTANT R1zR = 2*50", "'2\\*50' is not a number"),
        ("Lzi = INTEG(deri, initLzi)\n", "", "'Lzi' is used before it has a value"),
        ("INTEG(deri, initLzi)", "INTEG(deri, start)", "the initial value 'start' is unknown"),
        ("  deri = R2zVb/L\n", "", "'deri' is integrated without a value"),
        ("R1zu/R1zR", "R1zu/(R1zR", "'\\)' is missing"),
        ("R1zu/R1zR", "R1zu/^R1zR", "'\\^' is no operand"),
        ("R1zu/R1zR", "R1zu*LOG(R1zR)", "there is no function 'LOG'"),
        ("R1zu = u", "R1zu = U", "'U' is used before it has a value"),
        ("U0zi", "u0zI", None),
        ("  U0zi", "  r1zr", "'r1zr' and 'R1zR' are the same name"),
        ("TERMT (Time .GE. StopTime)\n", "", "nothing ends the simulation"),
        ("PROGRAM circuit\n", "", "stands in nothing|outside"),
    ],
    "simnon": [
        ("CONTINUOUS SYSTEM", "SYSTEM", "does not begin with CONTINUOUS SYSTEM"),
        ("END\n", "", "does not end with END"),
        ("STATE Czu Lzi", "STATE Czu", "1 states and 2 derivatives|'Lzi' is used before"),
        ("derLzi = R2zVb/LzL\n", "", "'derLzi' is declared, but no equation"),
        ("y1 = Czu\n", "", "'y1' is declared, but no equation"),
        ("R1zu = u - Czu\n", "", "'R1zu' is used before it has a value"),
        ("R1zu = u - Czu\n", "R1zu = u - Czu\nR1zu = 1\n", "'R1zu' gets a second value"),
        ("R1zR: 100.0\n", "", "'R1zR' is used before it has a value"),
        ("R1zR: 100.0", "R1zR: 50+50", "is not a number"),
        ("Lzi: 0.0\n", "", "the state 'Lzi' has no initial value"),
        ("U0zi = ", "Czu = ", "'Czu' is a state or an input|gets a second value"),
        ("TIME t\n", "", None),
        ("R1zu/R1zR", "R1zu/R1zR)", "'\\)' is not expected"),
        ("R1zu/R1zR", "if u > 0 then R1zu", "'else' is missing"),
        ("der", "der_", "is no statement|no equation"),
    ],
    "desire": [
        ("DYNAMIC\n", "", "there is no DYNAMIC|belongs into DYNAMIC"),
        ("drun\n", "", "DYNAMIC without drun"),
        ("/--\n", "", "not ended"),
        (" | NN=501", "", "NN has no value before drun"),
        ("R1zR=100.0\n", "", "'R1zR' is used before it has a value"),
        ("Lzi=0.0\n", "", "the state 'Lzi' has no initial value"),
        (" d/dt Lzi=derLzi\n", "", "'Lzi'|1 d/dt for 2 states"),
        (" d/dt Lzi=derLzi\n", " d/dt Lzi=derLzi\n d/dt Lzi=derLzi\n", "a second d/dt Lzi"),
        (" R1zu=u - Czu\n", "", "'R1zu' is used before it has a value"),
        (" R1zu=u - Czu\n", " R1zu=u - Czu\n R1zu=u\n", "'R1zu' gets a second value"),
        ("dispt Czu", "dispt Cz", "'Cz' is used before it has a value"),
        ("R1zu/R1zR", "R1zu//R1zR", "'/' is no operand"),
    ],
}

# Models that the languages can express, beside those of tests/dymola.
MODELICA = {
    "initial_equation": """model M
  parameter Real p = 2;
  parameter Real q = p^2;
  Real x, y(start = p, fixed = true), z;
  output Real r;
initial equation
  z = 3;
equation
  der(x) = -x + z;
  der(y) = -y*q;
  x = z + sin(time)*y;
  r = x;
end M;""",
    "names": """model M
  Real a_b(start = 1, fixed = true), A_B(start = 2, fixed = true), time_1[2];
  output Real end_1 = -a_b;
equation
  der(a_b) = -A_B;
  der(A_B) = a_b - abs(A_B)*sign(a_b);
  time_1 = {a_b^2, max(a_b, A_B)};
end M;""",
    "linear_system": """model M
  parameter Real k = 3;
  Real x(start = 1, fixed = true), a, b, c, d, e;
equation
  der(x) = -a;
  a + k*b = x;
  b + k*c = a*time;
  c + d*k = b;
  d + sin(time)*e = c;
  e + a = k*d;
end M;""",
}

# Models that all three can express by formulas in place of functions, and what is compared.
FUNCTIONS = {
    "straight": ("""package P
  function g "density of a liquid"
    input Real h; output Real r;
  protected Real a;
  algorithm a := 2 + 0.1*h; r := 1000/a + 0.5*h^2; end g;
  function twice input Real h; output Real r; algorithm r := g(h) + g(2*h); end twice;
  model M Real h(start = 1, fixed = true), r; equation r = g(h); der(h) = -r*0.001*h + 0.01*twice(time); end M;
end P;""", "P.M", ("h", "r")),
    "loop": ("""package P
  function power input Real x; output Real y; algorithm y := 1; for k in 1:3 loop y := y*x + k; end for; end power;
  model M Real x(start = 0.5, fixed = true); equation der(x) = -power(x)*0.1; end M;
end P;""", "P.M", ("x",)),
}
# The same for those with if-expressions: DESIRE has none.
BRANCHES = {
    "branch": ("""package P
  function limited input Real x; input Real most = 2; output Real y;
  algorithm
    y := x;
    if x > most then y := most; elseif x < -most then y := -most; end if;
  end limited;
  model M Real x(start = 3, fixed = true), y; equation y = limited(x); der(x) = -y; end M;
end P;""", "P.M", ("x", "y")),
}
# Nonlinear systems, which ACSL iterates.
NONLINEAR = {
    "one": ("""model M Real x(start = 1, fixed = true), y(start = 0.5);
equation y + 0.3*exp(y) = x; der(x) = -y; end M;""", "M", ("x", "y")),
    "two": ("""model M Real x(start = 1, fixed = true), y(start = 1), z(start = 1), w;
equation y + z^3 + sin(y)*0.2 = 3 + x; z + y^3*0.1 + 0.1*exp(-z) = 2; w = y*z; der(x) = -w*0.5; end M;""", "M", ("x", "w")),
    "function": ("""package P
  function g input Real h; output Real r; algorithm r := 2 - 0.3*h + 0.05*h^2; end g;
  model M "the superheater with its energy as state" Real E(start = 3, fixed = true), h(start = 1), r;
  equation der(E) = 0.3 - 0.2*h; E = r*h; r = g(h); end M;
end P;""", "P.M", ("E", "h", "r")),
}


# Examples of the bundled library that all three can express.
EXAMPLES = (
    "Electrical.RLCCircuit", "Electrical.CoupledInductors", "Process.Enzyme", "Process.Robertson", "PDE.HeatEquation",
    "Papers.NodalCircuit", "Papers.PinnedBody", "Rotational.DriveTrain", "Thermal.RadiationToSpace",
    "Translational.Oscillator",
)


def changed(text, old, new):
    if old not in text:
        raise AssertionError(f"{old!r} does not occur")
    return text.replace(old, new)


class CheckTest(unittest.TestCase):
    """The golden texts are right; whatever is broken in them is found."""

    def test_golden_texts(self):
        for name, check in languages.CHECKS.items():
            text = (GOLDEN / f"circuit_{name}.expected").read_text(encoding="utf-8")
            self.assertEqual(check(text, 2), [], name)

    def test_broken_texts(self):
        for name, cases in BROKEN.items():
            text = (GOLDEN / f"circuit_{name}.expected").read_text(encoding="utf-8")
            for old, new, expected in cases:
                with self.subTest(f"{name}: {old!r} -> {new!r}"):
                    problems = languages.CHECKS[name](changed(text, old, new), 2)
                    if expected is None:  # harmless
                        self.assertEqual(problems, [])
                    else:
                        self.assertRegex("\n".join(problems), expected)

    def test_numbers_of_states(self):
        for name, check in languages.CHECKS.items():
            text = (GOLDEN / f"circuit_{name}.expected").read_text(encoding="utf-8")
            self.assertIn("3", " ".join(check(text, 3)), name)

    def test_systems_of_equations(self):
        head = "PROGRAM p\nVARIABLE Time, StartTime = 0.0\nDIMENSION A1(2,2), b1(2), ip1(2)\nINITIAL\nEND\nDYNAMIC\n"
        head += "DERIVATIVE\nPROCEDURAL\nA1(1,1) = 1.0\nb1(2) = Time\n"
        solve = "CALL SGEFA(A1, 2, 2, ip1, info)\nCALL SGESL(A1, 2, 2, ip1, b1, 0)\n"
        tail = "x = b1(1)\nEND\nEND\nTERMT (Time .GE. 1.0)\nEND\nEND\n"
        self.assertEqual(languages.check_acsl(head + solve + tail, 0), [])
        for text, expected in (
            (head.replace("INITIAL\n", "INITIAL\nCONSTANT on = .TRUE.\n") + solve + tail, "'.TRUE.' is not a number"),
            (head.replace("INITIAL\n", "INITIAL\nLOGICAL on\nCONSTANT on = 1\n") + solve + tail, "not a truth value"),
            (head + tail, "b1 is used before its system is solved"),
            (head + solve.replace("2, 2", "3, 3") + tail, "A1 is no matrix of order 3"),
            (head + solve.replace("SGEFA", "DGEFA") + tail, "no routine of Linpack"),
            (head.replace("A1(1,1)", "A1(1,3)") + solve + tail, r"A1\(1,3\) is outside"),
            (head + solve + tail.replace("b1(1)", "b1(3)"), r"b1\(3\) is outside"),
        ):
            self.assertRegex("\n".join(languages.check_acsl(text, 0)), expected)

    def test_iterations(self):
        head = "PROGRAM p\nVARIABLE Time, StartTime = 0.0\nINITIAL\n  y = 1.0\nEND\nDYNAMIC\nDERIVATIVE\nPROCEDURAL\n"
        loop = "  k = 0.0\nL1: CONTINUE\n  d = (y*y - Time)/(2.0*y)\n  y = y - d\n  k = k + 1.0\n  IF (ABS(d) .GT. 1.0E-6 .AND. k .LT. 50) GO TO L1\n"
        tail = "END\nEND\nTERMT (Time .GE. 1.0)\nEND\nEND\n"
        self.assertEqual(languages.check_acsl(head + loop + tail, 0), [])
        for text, expected in (
            (head.replace("  y = 1.0\n", "") + loop + tail, "'y' is used before it has a value"),
            (head + loop.replace("GO TO L1", "GO TO L2") + tail, "there is no loop L2"),
            (head + loop.replace(".GT. 1.0E-6", ".GT. eps") + tail, "'eps' is used before"),
            (head + loop + "  k = 1.0\n  x = 1.0\n  x = 2.0\n" + tail, "'x' gets a second value"),
        ):
            self.assertRegex("\n".join(languages.check_acsl(text, 0)), expected)


@unittest.skipUnless(fp.program(), "the program is not built")
class ProgramsTest(unittest.TestCase):
    """Programs of other models."""

    def check(self, *model):
        states = len(json.loads(fp.run("inspect", *model, "--json"))["states"])
        written = set()
        for name, check in languages.CHECKS.items():
            command = [str(fp.program()), "translate", *map(str, model), "--to", name]
            done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
            if done.returncode == 0:
                self.assertEqual(check(done.stdout, states), [], f"{model}: {name}")
                written.add(name)
            else:
                self.assertRegex(done.stderr, r"error: .*(nonlinear|no matrices|if-expressions)")
        return written

    def test_library_examples(self):
        for example in EXAMPLES:
            with self.subTest(example):
                self.assertEqual(self.check(f"Formola.Examples.{example}"), set(languages.CHECKS))

    def test_dymola_models(self):
        for path in sorted(FOLDER.glob("*.dym")):
            with self.subTest(path.stem):
                model = re.findall(r"(?m)^model (\w+)$", path.read_text(encoding="utf-8"))[-1]
                written = self.check(path, model)
                nonlinear = path.stem in ("superheater", "junction")
                self.assertEqual(written, {"acsl"} if nonlinear else set(languages.CHECKS))

    def test_modelica_models(self):
        for case, text in MODELICA.items():
            with self.subTest(case), tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / f"{case}.mo"
                path.write_text(text, encoding="utf-8")
                written = self.check(path)
                self.assertIn("acsl", written)

    def same_solution(self, cases, names):
        """Programs, run by a reader of their languages, end where the simulation does."""
        for case, (text, model, variables) in cases.items():
            with self.subTest(case), tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / f"{case}.mo"
                path.write_text(text, encoding="utf-8")
                report = pathlib.Path(folder) / "r.json"
                fp.run("simulate", path, model, "--method", "rk4", "--step", "0.0005", "--report", report,
                       "--output", pathlib.Path(folder) / "r.csv", "--quiet")  # fmt: skip
                final = json.loads(report.read_text(encoding="utf-8"))["final"]
                self.assertEqual(self.check(path, model), names)
                for name in sorted(names):
                    program = fp.run("translate", path, model, "--to", name)
                    values = runs.RUNS[name](program, 1.0)
                    for variable in variables:
                        self.assertAlmostEqual(values[variable], final[variable], delta=1e-7, msg=f"{name}: {variable}")

    def test_p15_functions_as_formulas(self):
        self.same_solution(FUNCTIONS, set(languages.CHECKS))

    def test_p15_functions_with_branches(self):
        self.same_solution(BRANCHES, {"acsl", "simnon"})

    def test_p15_nonlinear_systems(self):
        self.same_solution(NONLINEAR, {"acsl"})

    def test_p15_functions_that_are_no_formulas(self):
        text = """package P
  function f input Real x[3]; output Real y; algorithm y := x*x; end f;
  model M Real x(start = 1, fixed = true); equation der(x) = -f({x, 2, time}); end M;
end P;"""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "p.mo"
            path.write_text(text, encoding="utf-8")
            for name in languages.CHECKS:
                command = [str(fp.program()), "translate", str(path), "P.M", "--to", name]
                done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr, r"cannot be written in the language .*function")


if __name__ == "__main__":
    unittest.main()
