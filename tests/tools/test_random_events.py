#!/usr/bin/env python3
"""Random programs of samples, when-equations and integer functions of time compute what random_events.py says.

FORMOLA_RANDOM_SEED: another seed than the usual one; FORMOLA_RANDOM_COUNT: how many programs."""

import bisect
import csv
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import formola_program  # noqa: E402
import random_events  # noqa: E402

METHODS = ["ida", "cvode", "rk4", "dopri5", "euler", "inline:bdf", "inline:radau5"]
NEAR = 1e-9  # rows nearer to an instant than this may be of either side


def programs(seed, count):
    """Programs with what they compute, without those whose event iteration does not end."""
    chosen = random.Random(seed)
    while count > 0:
        program = random_events.Generator(chosen).program()
        try:
            yield program, program.run()
        except random_events.Endless:
            continue
        count -= 1


def differences(program, expected, path):
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    times = [float(t) for t, _ in expected]
    names = [e.name for e in program.equations]
    found = []
    for row in rows:
        time = float(row["time"])
        at = bisect.bisect(times, time)
        if any(abs(time - t) < NEAR for t in times[max(at - 1, 0): at + 1]):
            continue
        for name in names:
            if float(row[name]) != float(expected[at - 1][1][name]):
                found.append(f"{name} at {time!r}: {row[name]}, expected {expected[at - 1][1][name]}")
    return found


SEED = int(os.environ.get("FORMOLA_RANDOM_SEED", "2026"))
COUNT = int(os.environ.get("FORMOLA_RANDOM_COUNT", "60"))


class RandomEvents(unittest.TestCase):
    def check(self, program, expected, text, results):
        """Compares with what `results(folder)` makes of P.mo in the folder, a table of all variables."""
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "P.mo").write_text(text, encoding="utf-8")
            self.assertEqual(differences(program, expected, results(folder))[:5], [], text)

    def run_in(self, folder, *command):
        done = subprocess.run([str(c) for c in command], cwd=folder, capture_output=True, text=True, check=False, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def simulate(self, folder, program, options):
        self.run_in(folder, formola_program.program(), "simulate", "P.mo", "P", "--quiet", "--stop", repr(float(program.stop)),
                    "--intervals", 61, "--output", "P.csv", *options)
        return pathlib.Path(folder) / "P.csv"

    def test_programs(self):
        chosen = random.Random(SEED + 1)
        for i, (program, expected) in enumerate(programs(SEED, COUNT)):
            options = ["--method", chosen.choice(METHODS), "--backend", chosen.choice(["llvm", "interp"])]
            with self.subTest(seed=SEED, program=i, options=options):
                self.check(program, expected, program.text("P"), lambda folder: self.simulate(folder, program, options))

    def test_algorithms(self):
        for i, (program, expected) in enumerate(programs(SEED + 2, COUNT // 3)):
            options = ["--backend", "interp" if i % 2 else "llvm"]
            with self.subTest(seed=SEED + 2, program=i, options=options):
                text = program.text("P", algorithms=True)
                self.check(program, expected, text, lambda folder: self.simulate(folder, program, options))

    def test_c_programs(self):
        compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
        if compiler is None:
            self.skipTest("no C compiler")

        def results(folder, program):
            self.run_in(folder, formola_program.program(), "translate", "P.mo", "P", "--quiet", "--to", "c", "--output", "P.c",
                        "--stop", repr(float(program.stop)), "--step", repr(float(program.stop) / 61))
            self.run_in(folder, compiler, "-DFORMOLA_MAIN", "P.c", "-o", "P.exe", "-lm")
            path = pathlib.Path(folder) / "P.csv"
            path.write_text(self.run_in(folder, pathlib.Path(folder) / "P.exe"), encoding="utf-8")
            return path

        for i, (program, expected) in enumerate(programs(SEED + 3, COUNT // 6)):
            with self.subTest(seed=SEED + 3, program=i):
                self.check(program, expected, program.text("P"), lambda folder: results(folder, program))


if __name__ == "__main__":
    unittest.main()
