"""Random programs over functions, arrays and records against an evaluator of their own (random_programs.py).

FORMOLA_RANDOM_SEED=N and FORMOLA_RANDOM_COUNT=N run other and more programs; the smallest program that still
fails is printed, for a golden test.
"""

import csv
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import random_programs

PROGRAM = os.environ.get("FORMOLA_PROGRAM", "build/release/tools/formola")
SEED = os.environ.get("FORMOLA_RANDOM_SEED", "1")
COUNT = int(os.environ.get("FORMOLA_RANDOM_COUNT", "40"))


# The back ends, and functions by the reference interpreter.
WAYS = {"interp": ["--backend", "interp"], "llvm": ["--backend", "llvm"],
        "reference": ["--backend", "interp", "--disable-pass=compileFunctions"]}
COMPILER = shutil.which("gcc") or shutil.which("clang")


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


def run_c(text, folder):
    """As simulate() by a translated C program; ({}, "") where it cannot be translated."""
    model, source, binary = (Path(folder) / n for n in ("program.mo", "program.c", "program"))
    model.write_text(text)
    done = subprocess.run([PROGRAM, "translate", str(model), "T.M", "--to", "c", "--stop", "1", "--step", "0.5"],
                          capture_output=True, text=True, timeout=60)
    if "[NotTranslatable]" in done.stderr:
        return {}, ""
    if done.returncode != 0:
        return None, "exit status %d\n%s" % (done.returncode, done.stderr)
    source.write_text(done.stdout)
    made = subprocess.run([COMPILER, "-std=c99", "-DFORMOLA_MAIN", str(source), "-lm", "-o", str(binary)],
                          capture_output=True, text=True)
    if made.returncode != 0:
        return None, "exit status %d\n%s" % (made.returncode, made.stderr)
    done = subprocess.run([str(binary)], capture_output=True, text=True, timeout=60)
    rows = list(csv.DictReader(done.stdout.splitlines()))
    return {float(r["time"]): r for r in rows}, ""


def difference(program, way, folder):
    """What is wrong with the simulation of a program; "" where nothing is."""
    expected = {t: program.columns(t) for t in random_programs.TIMES}
    rows, said = run_c(program.text(), folder) if way == "c" else simulate(program.text(), way, folder)
    if rows is None:
        return "%s: %s" % (way, said)
    for t, columns in expected.items() if rows else ():
        for name, value in columns.items():
            if name not in rows[t]:
                return "%s: no column %s" % (way, name)
            if float(rows[t][name]) != value:
                return "%s: %s(%g) = %s instead of %r" % (way, name, t, rows[t][name], value)
    return ""


def alike(a, b):
    """The same kind of failure: a wrong value, a crash, or the same first error."""

    def kind(text):
        if "exit status" not in text:
            return "value"
        status, *said = text.split("\n")
        return status, said[0][said[0].rfind("["):] if said else ""

    return bool(b) and kind(a) == kind(b)


class RandomPrograms(unittest.TestCase):
    def check(self, ways, count):
        for number in range(count):
            seed = "%s.%d" % (SEED, number)
            program, _ = random_programs.make(seed)
            with tempfile.TemporaryDirectory() as folder:
                for way in ways:
                    wrong = difference(program, way, folder)
                    if not wrong:
                        continue
                    random_programs.reduce(program, lambda p: alike(wrong, difference(p, way, folder)))
                    self.fail("seed %s: %s\n%s" % (seed, difference(program, way, folder), program.text()))

    def test_back_ends(self):
        self.check(WAYS, COUNT)

    @unittest.skipUnless(COMPILER, "there is no C compiler")
    def test_c_programs(self):
        self.check(["c"], COUNT // 4)


if __name__ == "__main__":
    unittest.main()
