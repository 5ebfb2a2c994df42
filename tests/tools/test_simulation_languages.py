"""ACSL, Simnon and DESIRE programs have the structure of their languages, and the checks can fail."""

import json
import pathlib
import re
import subprocess
import tempfile
import unittest

import formola_program as fp
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
                self.assertEqual(written, set() if nonlinear else set(languages.CHECKS))

    def test_modelica_models(self):
        for case, text in MODELICA.items():
            with self.subTest(case), tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / f"{case}.mo"
                path.write_text(text, encoding="utf-8")
                written = self.check(path)
                self.assertIn("acsl", written)


if __name__ == "__main__":
    unittest.main()
