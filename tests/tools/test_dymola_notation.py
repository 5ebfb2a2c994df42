"""Models in Dymola notation, as formola convert writes them and written by hand (tests/dymola) are the same."""

import json
import pathlib
import subprocess
import tempfile
import unittest

import formola_program as fp

FOLDER = fp.ROOT / "tests" / "dymola"

# The model in Modelica by hand, and variables that all three have.
CASES = {
    "circuit": ("Circuit.circuit", "y1 y2 C.u L.i R1.i R2.u"),
    "divider": ("Divider.divider", "y R1.i R2.u"),
    "parcap": ("Parcap.parcap", "y C1.u C2.u C1.i C2.i"),
    "drive_train": ("Drive.drive", "shaft2.w"),
    "turned_drive_train": ("Drive.drive", "shaft2.w"),
    "lever": ("Lever.lever", "b.phi b.w b.xc b.yc b.fx b.fy"),
    "superheater": ("superheater", "E h r"),
    "junction": ("junction", "qc ud id"),
    "excerpt": ("Excerpt.excerpt", "C2.u R1.i R3.i R4.i R5.i v1.i v3.i"),
    "cable": ("Cable.whole", "l.c.u l.c.i l.r.i k.r1.i k.r2.i"),
}


@unittest.skipUnless(fp.program(), "the program is not built")
class DymolaNotationTest(unittest.TestCase):
    def test_every_example_is_compared(self):
        self.assertEqual({path.stem for path in FOLDER.glob("*.dym")}, set(CASES))
        self.assertEqual({path.stem for path in FOLDER.glob("*.mo")}, set(CASES))

    def test_three_ways(self):
        for case, (by_hand, names) in CASES.items():
            with self.subTest(case), tempfile.TemporaryDirectory() as name:
                self.compare(case, by_hand, names.split(), pathlib.Path(name))

    def test_a_misspelt_type_is_said_once(self):
        path = fp.ROOT / "tests" / "golden" / "dymola_errors" / "misspelt_model_type.dym"
        done = subprocess.run([fp.program(), "check", path], capture_output=True, text=True, check=False)
        self.assertEqual(done.stderr.count("error:"), 1, done.stderr)

    def compare(self, case, by_hand, names, folder):
        notation = FOLDER / f"{case}.dym"
        converted = folder / "converted.mo"
        converted.write_text(fp.run("convert", notation), encoding="utf-8")
        model = by_hand.rsplit(".", 1)[-1]
        states, results = [], []
        for path, called in ((notation, model), (converted, model), (FOLDER / f"{case}.mo", by_hand)):
            states.append(set(json.loads(fp.run("inspect", path, called, "--json"))["states"]))
            out = folder / "result.csv"
            options = ["--method", "rk4", "--step", 0.01, "--stop", 2, "--intervals", 200]
            fp.run("simulate", path, called, *options, "--tolerance", 1e-12, "--output", out, "--quiet")
            results.append(fp.read_csv(out))
        self.assertEqual(states[0], states[1])
        self.assertEqual(states[0], states[2])
        for other in results[1:]:
            worst, name = fp.largest_difference(results[0], other, names)
            self.assertLess(worst, 1e-10, name)
        moved = [max(results[0][n]) - min(results[0][n]) for n in names]
        self.assertGreater(min(moved), 1e-6, "nothing moves")


if __name__ == "__main__":
    unittest.main()
