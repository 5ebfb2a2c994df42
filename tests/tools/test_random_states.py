#!/usr/bin/env python3
"""Random state machines compute what random_states.py says, in both back ends, with several methods, and as C programs.

FORMOLA_RANDOM_SEED: another seed than the usual one; FORMOLA_RANDOM_COUNT: how many models."""

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
import random_states  # noqa: E402

METHODS = ["ida", "cvode", "rk4", "inline:bdf", "inline:radau5"]
TICKS = 60
SEED = int(os.environ.get("FORMOLA_RANDOM_SEED", "2026"))
COUNT = int(os.environ.get("FORMOLA_RANDOM_COUNT", "30"))


def differences(expected, path):
    """Rows stand at the ticks and half-way between them; the latter are compared."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    found = []
    for tick, values in enumerate(expected):
        at = (tick + 0.5) * 0.1
        row = min(rows, key=lambda r: abs(float(r["time"]) - at))
        if abs(float(row["time"]) - at) > 1e-6:
            return [f"no row at {at}"]
        found += [f"tick {tick}: {name} is {row[name]}, expected {value}"
                  for name, value in values.items() if abs(float(row[name]) - value) > 1e-9]
    return found


class RandomStates(unittest.TestCase):
    def run_in(self, folder, text, *command):
        done = subprocess.run([str(c) for c in command], cwd=folder, capture_output=True, text=True, check=False, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr + text)
        return done.stdout

    def check(self, seed, results):
        model = random_states.Model(random.Random(seed))
        text = model.text("M")
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "M.mo").write_text(text, encoding="utf-8")
            path = results(pathlib.Path(folder), text)
            self.assertEqual(differences(model.run(TICKS), path)[:5], [], text)

    def simulate(self, folder, text, options):
        self.run_in(folder, text, formola_program.program(), "simulate", "M.mo", "M", "--quiet", "--stop", TICKS / 10,
                    "--intervals", 2 * TICKS, "--output", "M.csv", *options)
        return folder / "M.csv"

    def test_simulations(self):
        for i in range(COUNT):
            chosen = random.Random(SEED + i)
            options = ["--method", chosen.choice(METHODS), "--backend", "interp" if i % 2 else "llvm"]
            with self.subTest(seed=SEED + i, options=options):
                self.check(SEED + i, lambda folder, text: self.simulate(folder, text, options))

    def test_c_programs(self):
        compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
        if compiler is None:
            self.skipTest("no C compiler")

        def results(folder, text):
            self.run_in(folder, text, formola_program.program(), "translate", "M.mo", "M", "--quiet", "--to", "c", "--output", "M.c",
                        "--stop", TICKS / 10, "--step", 0.05)
            self.run_in(folder, text, compiler, "-DFORMOLA_MAIN", "M.c", "-o", "M.exe", "-lm")
            (folder / "M.csv").write_text(self.run_in(folder, text, folder / "M.exe"), encoding="utf-8")
            return folder / "M.csv"

        for i in range(max(COUNT // 6, 1)):
            with self.subTest(seed=SEED + 1000 + i):
                self.check(SEED + 1000 + i, results)


if __name__ == "__main__":
    unittest.main()
