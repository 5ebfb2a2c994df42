#!/usr/bin/env python3
"""Random systems of index 1 to 3 and random networks of phasors: every inlined method runs them and finds their solution.

Always the same ones; with FORMOLA_RANDOM_COUNT=N these are N others of each kind, from the seed FORMOLA_RANDOM_SEED on.
"""
import concurrent.futures
import csv
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent)]
import formola_program  # noqa: E402
import random_systems  # noqa: E402

METHODS = ["ida", "auto", "inline:bdf", "inline:radau5", "inline:sdirk4", "inline:radau3", "inline:lobatto4", "inline:mixed",
           "inline:trapezoid", "inline:bi2", "inline:am3", "inline:be"]
# Backward Euler would take too many steps at 1e-6.
TOLERANCE = {"inline:be": "1e-5"}
# The largest error allowed, relative to the size of a variable and at least 1.
BOUND = {"inline:be": 8e-2}


def seeds(usual):
    count = int(os.environ.get("FORMOLA_RANDOM_COUNT", "0"))
    first = int(os.environ.get("FORMOLA_RANDOM_SEED", "100"))
    return range(first, first + count) if count > 0 else usual


class RandomSystems(unittest.TestCase):
    def simulate(self, folder, model, method, stop, tolerance):
        result = os.path.join(folder, f"{model}.{method.replace(':', '_')}.csv")
        run = subprocess.run([str(formola_program.program()), "simulate", os.path.join(folder, f"{model.split('.')[0]}.mo"), model,
                              "--method", method, "--stop", stop, "--tolerance", tolerance, "--intervals", "20",
                              "--output", result, "--quiet"], capture_output=True, text=True, errors="replace")
        self.assertEqual(run.returncode, 0, f"{model} with {method}: {run.stderr}")
        with open(result, newline="") as file:
            rows = list(csv.reader(file))
        return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}

    def each_method(self, check, methods):
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for outcome in [pool.submit(check, method) for method in methods]:
                outcome.result()

    def assert_close(self, found, expected, bound, where):
        size = max(1.0, max(map(abs, expected)))
        worst = max(abs(a - b) for a, b in zip(found, expected))
        self.assertLessEqual(worst, bound * size, where)

    def test_p2_constrained_systems(self):
        for seed in seeds((0, 1, 2, 4, 5, 9, 17, 50)):
            system = random_systems.Constrained(seed)
            name = f"C{seed}"
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(folder, f"{name}.mo"), "w") as file:
                    file.write(system.model(name))

                def check(method):
                    found = self.simulate(folder, name, method, "1", TOLERANCE.get(method, "1e-6"))
                    for variable in system.checked + system.loose:
                        expected = [system.exact[variable][1](t) for t in found["time"]]
                        self.assert_close(found[variable], expected, BOUND.get(method, 2e-3),
                                          f"{variable} of {name} with {method}")
                self.each_method(check, METHODS)

    def test_p2_networks(self):
        for seed in seeds((0, 1, 2, 3, 10, 22)):
            name = f"N{seed}"
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(folder, f"{name}.mo"), "w") as file:
                    file.write(random_systems.network(seed, name))
                reference = self.simulate(folder, f"{name}.Grid", "ida", "2", "1e-9")

                def check(method):
                    found = self.simulate(folder, f"{name}.Grid", method, "2", TOLERANCE.get(method, "1e-6"))
                    self.assert_close(found["produced"], found["used"], 1e-6, f"power of {name} with {method}")
                    for variable, expected in reference.items():
                        if not variable.startswith("der("):
                            self.assert_close(found[variable], expected, BOUND.get(method, 2e-3),
                                              f"{variable} of {name} with {method}")
                self.each_method(check, METHODS[1:])


if __name__ == "__main__":
    unittest.main()
