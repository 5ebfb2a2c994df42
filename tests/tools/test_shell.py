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

    def test_simulate_and_plot(self):
        self.decay("simulate 2\nplot x\n")
        result = fp.read_csv(self.folder / "decay_res.csv")
        self.assertAlmostEqual(result["x"][-1], 0.1353352832, 5)
        self.assertIn('fill="none" stroke-linejoin', (self.folder / "decay.svg").read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
