"""Random programs over functions, arrays and records against an evaluator of their own (random_programs.py).

FORMOLA_RANDOM_SEED=N and FORMOLA_RANDOM_COUNT=N run other and more programs; the smallest program that still
fails is printed, for a golden test.
"""

import csv
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import random_programs

PROGRAM = os.environ.get("FORMOLA_PROGRAM", "build/release/tools/formola")
SEED = os.environ.get("FORMOLA_RANDOM_SEED", "1")
COUNT = int(os.environ.get("FORMOLA_RANDOM_COUNT", "60"))


# The back ends, and functions by the reference interpreter.
WAYS = {"interp": ["--backend", "interp"], "llvm": ["--backend", "llvm"],
        "reference": ["--backend", "interp", "--disable-pass=compileFunctions"]}


def simulate(text, way, folder):
    """({time: row}, "") or (None, what was said)."""
    model, results = Path(folder) / "program.mo", Path(folder) / "results.csv"
    model.write_text(text)
    results.unlink(missing_ok=True)
    done = subprocess.run([PROGRAM, "simulate", "-q", str(model), "T.M", "--stop", "1",
                           "--intervals", "2", "--output", str(results)] + WAYS[way],
                          capture_output=True, text=True, timeout=60)
    if done.returncode != 0 or not results.exists():
        return None, "exit status %d\n%s%s" % (done.returncode, done.stdout, done.stderr)
    with results.open() as file:
        rows = list(csv.DictReader(file))
    return {float(r["time"]): r for r in rows}, ""


def difference(program, way, folder):
    """What is wrong with the simulation of a program; "" where nothing is."""
    expected = {t: program.columns(t) for t in random_programs.TIMES}
    rows, said = simulate(program.text(), way, folder)
    if rows is None:
        return "%s: %s" % (way, said)
    for t, columns in expected.items():
        for name, value in columns.items():
            if name not in rows[t]:
                return "%s: no column %s" % (way, name)
            if float(rows[t][name]) != value:
                return "%s: %s(%g) = %s instead of %r" % (way, name, t, rows[t][name], value)
    return ""


class RandomPrograms(unittest.TestCase):
    def test_programs(self):
        for number in range(COUNT):
            seed = "%s.%d" % (SEED, number)
            program, _ = random_programs.make(seed)
            with tempfile.TemporaryDirectory() as folder:
                for way in WAYS:
                    wrong = difference(program, way, folder)
                    if not wrong:
                        continue
                    first = wrong.split(" ")[0]
                    random_programs.reduce(program, lambda p: difference(p, way, folder).startswith(first))
                    self.fail("seed %s: %s\n%s" % (seed, difference(program, way, folder), program.text()))


if __name__ == "__main__":
    unittest.main()
