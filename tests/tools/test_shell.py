"""formola shell: the dialogues of seeds 001 and 003 as printed there (tests/shell).

FORMOLA_UPDATE=1 rewrites the expected texts; read the diff before you commit it.
"""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import formola_program as fp

FOLDER = fp.ROOT / "tests" / "shell"


def dialogue(script, cwd):
    """Standard output and standard error together, and the exit status."""
    done = subprocess.run(
        [str(fp.program()), "shell", str(script)],
        cwd=cwd,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        env=dict(os.environ, NO_COLOR="1"),
    )
    return done.stdout, done.returncode


def answers(text):
    """What follows each command, in order: (command, lines)."""
    parts = re.split(r"(?m)^> (.*)\n", text)
    return [(parts[i], parts[i + 1].splitlines()) for i in range(1, len(parts), 2)]


@unittest.skipUnless(fp.program(), "the program is not built")
class ShellTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def test_dialogues(self):
        for script in sorted(FOLDER.glob("*.txt")):
            with self.subTest(script.stem):
                text, status = dialogue(script, self.folder)
                expected = script.with_suffix(".expected")
                if os.environ.get("FORMOLA_UPDATE"):
                    expected.write_text(text, encoding="utf-8")
                self.assertEqual(text, expected.read_text(encoding="utf-8"))
                self.assertEqual(status, 1 if script.stem == "errors" else 0)

    def equations(self, case):
        text, _ = dialogue(FOLDER / f"{case}.txt", self.folder)
        return [lines for command, lines in answers(text) if command == "output equations"]

    def test_counts_of_the_papers(self):
        generated, eliminated, partitioned = self.equations("w2_circuit")
        self.assertEqual((len(generated), len(eliminated), len(partitioned)), (23, 13, 13))
        self.assertTrue(all(line.count("[") == 1 for line in partitioned))
        self.assertEqual(len(self.equations("w4_divider")[0]), 14)
        before, singular, differentiated = self.equations("w5_parallel_capacitors")
        self.assertEqual((len(before), len(singular), len(differentiated)), (15, 15, 21))

    def test_eight_assignments_of_the_paper(self):
        """Seed 003, behind eq. 12, with alpha1 = motor.a, alpha2 = gear.ar, tau1 = shaft1.tr, tau2 = gear.tr."""
        text, _ = dialogue(FOLDER / "w40_drive_train.txt", self.folder)
        found = text.split("SOLVED BY ELIMINATION\n")[1].split("END OF RELAXED SYSTEM")[0]
        paper = """c1 = -i*tin
            c2 = -i*J1
            c3 = i*c2
            c4 = J2 - c3
            a2 = -c1/c4
            t2 = -c1 + c3*a2
            a1 = i*a2
            t1 = tin - J1*a1"""
        for name, short in (
            ("motor.a", "a1"), ("gear.ar", "a2"), ("shaft1.tr", "t1"), ("gear.tr", "t2"),
            ("shaft1.J", "J1"), ("shaft2.J", "J2"), ("gear.i", "i"),
        ):
            found = found.replace(name, short)
        self.assertEqual(*([line.strip() for line in t.split("\n") if line.strip()] for t in (found, paper)))

    def test_dialogue_of_the_readme(self):
        readme = (fp.ROOT / "README.md").read_text(encoding="utf-8")
        shown = readme.split("$ ./formola shell\n")[1].split("```")[0]
        commands = re.findall(r"(?m)^> (.*)", shown)
        script = self.folder / "readme.txt"
        script.write_text("\n".join(commands).replace("tests/", f"{fp.ROOT}/tests/"), encoding="utf-8")
        text, status = dialogue(script, self.folder)
        self.assertEqual(status, 0, text)
        self.assertEqual(text.replace(f"{fp.ROOT}/", ""), shown)
        self.assertIn("END ! of PROGRAM", (self.folder / "divider.csl").read_text(encoding="utf-8"))

    def decay(self, commands):
        """the dialogue of entering der(x) = -x and these commands"""
        script = self.folder / "run.txt"
        script.write_text("enter model\nmodel decay\n  local x = 1\n  der(x) = -x\nend\n" + commands, encoding="utf-8")
        text, status = dialogue(script, self.folder)
        self.assertEqual(status, 0, text)
        return text

    def test_outputs_go_to_the_file_and_answers_to_the_screen(self):
        text = self.decay("language simnon\noutfile a.t\noutput model\nsimulate 1\nmodel\n")
        self.assertIn(" - written to a.t\n> simulate 1\nsimulated to t = 1: decay_res.csv\n> model\n* decay\n", text)
        written = (self.folder / "a.t").read_text(encoding="utf-8")
        self.assertTrue(written.startswith("CONTINUOUS SYSTEM decay") and written.endswith("END\n"))

    DIVIDER = """model divider parameter Real R1 = 100, R2 = 20; input Real u; Real u1, u2, i, v(start = 0); output Real y;
        equation u1 = R1*i; u2 = R2*i; u = u1 + u2; der(v) = u2 - v; y = u2; end divider;"""

    def models(self, commands):
        """What each `output model` of the divider prints."""
        (self.folder / "divider.mo").write_text(self.DIVIDER)
        script = self.folder / "script.txt"
        script.write_text(f"enter model divider.mo\n{commands}quit\n")
        text, status = dialogue(script, self.folder)
        self.assertEqual(status, 0, text)
        return ["\n".join(lines) for command, lines in answers(text) if command == "output model"]

    def test_p15_output_model_obeys_known_and_unknown(self):
        """Issue 18, point 15: the divider turned round, the current is given and the source follows."""
        for language in ("acsl", "simnon", "desire"):
            with self.subTest(language):
                (text,) = self.models(f"language {language}\nvariable unknown u\nvariable known i\noutput model\n")
                values = {"R1": 100.0, "R2": 20.0, "i": 0.1, "v": 0.5}
                for name, value in re.findall(r"(?m)^ *(y|u1|u|derv|dv) *= *(.+)$", text):
                    values[name] = eval(value, {}, values)
                self.assertAlmostEqual(values["u"], 12.0)
                self.assertAlmostEqual(values["y"], 2.0)
                self.assertNotRegex(text, r"(?m)^ *i *= *[A-Za-z]")

    def test_p15_output_model_obeys_matrix_expressions(self):
        """Issue 18, point 15: A and b of the system of three equations, given to Linpack, have its solution."""
        solved, whole = self.models("language acsl\noutput model\nset SolveLinearSyst off\nset MatrixExpr on\noutput model\n")
        self.assertNotIn("SGEFA", solved)
        self.assertEqual(len(re.findall("CALL SGEFA", whole)), 1)
        entries = re.findall(r"(?m)^ *A1\((\d),(\d)\) = (.+)$", whole)
        right = dict(re.findall(r"(?m)^ *b1\((\d)\) = (.+)$", whole))
        given = {"R1": 100.0, "R2": 20.0, "u": 12.0}
        matrix = {(int(i), int(j)): eval(value, {}, given) for i, j, value in entries}
        names = re.findall(r"(?m)^ *(\w+) = b1\((\d)\)$", whole)
        solution = {int(k): {"u1": 10.0, "i": 0.1, "y": 2.0, "u2": 2.0}[name] for name, k in names}
        self.assertEqual(len(solution), 3)
        for i in (1, 2, 3):
            left = sum(matrix.get((i, j), 0) * solution[j] for j in solution)
            self.assertAlmostEqual(left, eval(right[str(i)], {}, given))

    def test_p17_inputs_over_time(self):
        """Issue 18, point 17: x' = u with u = 2*t gives t^2; a divider turned round has a known current of 0.1*t."""
        (self.folder / "integrator.mo").write_text("model Integrator input Real u; Real x(start = 0, fixed = true); equation der(x) = u; end Integrator;")
        (self.folder / "divider.mo").write_text(self.DIVIDER)
        (self.folder / "u.csv").write_text("time,u\n0,0\n2,4\n")
        (self.folder / "i.csv").write_text("time,i\n0,0\n2,0.2\n")
        script = self.folder / "script.txt"
        script.write_text("enter model integrator.mo\nsimulate 2 u.csv\nsimulate u.csv 2\nsimulate 2 u.txt\nsimulate 2 none.csv\n"
                          "enter model divider.mo\nvariable unknown u\nvariable known i\nsimulate 2 i.csv\nquit\n")
        text, status = dialogue(script, self.folder)
        said = [lines for command, lines in answers(text) if command.startswith("simulate")]
        self.assertEqual(said[0], ["simulated to t = 2: Integrator_res.csv"])
        self.assertTrue(all("it is written: simulate" in lines[0] for lines in said[1:3]), text)
        self.assertIn("none.csv", said[3][0])
        self.assertEqual(said[4][-1], "simulated to t = 2: divider_res.csv")
        self.assertEqual(status, 1)
        result = fp.read_csv(self.folder / "Integrator_res.csv")
        for time, x in zip(result["time"], result["x"], strict=True):
            self.assertAlmostEqual(x, time**2, delta=1e-5)
        turned = fp.read_csv(self.folder / "divider_res.csv")
        for time, u, y in zip(turned["time"], turned["u"], turned["y"], strict=True):
            self.assertAlmostEqual(u, 12 * time, delta=1e-9)
            self.assertAlmostEqual(y, 2 * time, delta=1e-9)

    def test_simulate_and_plot(self):
        self.decay("simulate 2\nplot x\n")
        result = fp.read_csv(self.folder / "decay_res.csv")
        self.assertAlmostEqual(result["x"][-1], 0.1353352832, 5)
        self.assertIn('fill="none" stroke-linejoin', (self.folder / "decay.svg").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
