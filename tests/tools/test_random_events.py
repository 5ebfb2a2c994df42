#!/usr/bin/env python3
"""Random programs of samples, when-equations and integer functions of time compute what random_events.py says.

FORMOLA_RANDOM_SEED: another seed than the usual one; FORMOLA_RANDOM_COUNT: how many programs."""

import bisect
import csv
import os
import pathlib
import random
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


class RandomEvents(unittest.TestCase):
    def test_programs(self):
        seed = int(os.environ.get("FORMOLA_RANDOM_SEED", "2026"))
        count = int(os.environ.get("FORMOLA_RANDOM_COUNT", "60"))
        chosen = random.Random(seed + 1)
        for i, (program, expected) in enumerate(programs(seed, count)):
            options = ["--method", chosen.choice(METHODS), "--backend", chosen.choice(["llvm", "interp"])]
            with self.subTest(seed=seed, program=i, options=options), tempfile.TemporaryDirectory() as folder:
                source = pathlib.Path(folder) / "P.mo"
                source.write_text(program.text("P"), encoding="utf-8")
                done = subprocess.run(
                    [str(formola_program.program()), "simulate", "P.mo", "P", "--quiet", "--stop", repr(float(program.stop)),
                     "--intervals", "61", "--output", "P.csv", *options],
                    cwd=folder, capture_output=True, text=True, check=False, timeout=120)
                self.assertEqual(done.returncode, 0, done.stderr + program.text("P"))
                wrong = differences(program, expected, pathlib.Path(folder) / "P.csv")
                self.assertEqual(wrong[:5], [], program.text("P"))


if __name__ == "__main__":
    unittest.main()
