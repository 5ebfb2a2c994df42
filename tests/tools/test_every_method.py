#!/usr/bin/env python3
"""Every method in both back ends on the models with analytic solutions (tests/golden/analytic).

The error follows the tolerance: it is at most the model's factor times the tolerance or, with a method of fixed order p, in proportion to
tol^(p/(p + 1)), since the tolerance bounds what a step adds, about h^(p + 1), and the sum over all steps is of order h^p. With fixed steps it
follows the step size. The interpreter gives the very numbers of native code.
"""

import concurrent.futures
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
import formola_program  # noqa: E402
import run_golden  # noqa: E402
import trajectory  # noqa: E402

TOLERANCES = (1e-4, 1e-6)
# Orders of the methods with variable steps; None: the method chooses it.
ORDERS = {
    "auto": None, "ida": None, "ida:dense": None, "cvode": None, "dopri5": 5, "inline:bdf": None, "inline:mixed": None, "inline:be": 1,
    "inline:bdf1": 1, "inline:bdf2": 2, "inline:bdf3": 3, "inline:bdf4": 4, "inline:bdf5": 5, "inline:bdf6": 6,
    "inline:trapezoid": 2, "inline:bi2": 2, "inline:am3": 3, "inline:sdirk4": 4, "inline:radau3": 3, "inline:radau5": 5,
    "inline:lobatto4": 4, "inline:am4": 4, "inline:am5": 5, "inline:am6": 6, "inline:bi3": 4, "inline:bi4": 4, "inline:extrapolation": 4,
}
FIXED = {"euler": (1000, 3), "rk4": (200, 100)}  # steps, and how much better four times as many are at least (4 and 256)
UNSUITED = {
    ("stiff_linear", "euler"), ("stiff_linear", "rk4"),  # 1e5 times faster than its solution
    ("transport_in_series", "rk4"),  # its medium stays in a pipe for less than a step
}
LARGEST_FACTOR = 20  # of tol^(p/(p + 1)), found over all models: 13


def analytic_cases():
    paths = sorted((run_golden.GOLDEN / "analytic").glob("*.mo"))
    cases = [run_golden.Case(path, run_golden.GOLDEN) for path in paths]
    return [case for case in cases if case.follows]


def simulate(case, folder, *options):
    """The path of the results."""
    output = folder / ("_".join(re.sub(r"\W", "", option) for option in (case.path.stem, *options)) + ".csv")
    command = [str(formola_program.program()), "simulate", case.path.name, *case.options, "--intervals", "50", *options]
    done = subprocess.run([*command, "--quiet", "--output", str(output)], cwd=case.path.parent, capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        raise AssertionError(f"{command}: exit status {done.returncode}\n{done.stderr}")
    return output


def error_of(case, path, at_events=True):
    """The largest deviation from a formula against its largest value. Rows at events are compared with either side of a jump, a little
    before or after it, which is too coarse for fixed steps: at_events = False leaves them out."""
    result = trajectory.read_csv(path)
    times = [math.nan, *result.time, math.nan]
    worst = 0.0
    for kind in ("analytic", "final"):
        for text in case.several[kind]:
            found = list(trajectory.deviations(result, trajectory.Formula(text), kind == "final"))
            scale = trajectory.scale_of(expected for _, _, expected in found)
            counted = [d for i, d, _ in found if at_events or kind == "final" or times[i + 1] not in (times[i], times[i + 2])]
            worst = max([worst, *(deviation / scale for deviation in counted)])
    return worst


def simulate_both(case, folder, *options):
    """As simulate(), after a comparison of the back ends."""
    native, interpreted = (simulate(case, folder, *options, "--backend", backend) for backend in ("llvm", "interp"))
    if native.read_bytes() != interpreted.read_bytes():
        raise AssertionError(f"{case.name} {options}: the back ends give different numbers")
    return native


def check_variable_steps(case, folder, method):
    order = ORDERS[method]
    for tolerance in TOLERANCES:
        options = ("--method", method, "--tolerance", f"{tolerance:g}")
        if tolerance > max(case.follows[1:]):
            continue  # the model says from where on
        if tolerance == TOLERANCES[-1]:
            result = simulate_both(case, folder, *options)
        else:  # the interpreter starts faster
            result = simulate(case, folder, *options, "--backend", "interp")
        allowed = case.follows[0] * tolerance
        if order:
            allowed = max(allowed, LARGEST_FACTOR * tolerance ** (order / (order + 1)))
        error = error_of(case, result)
        if not error <= allowed:
            raise AssertionError(f"{case.name} {options}: error {error:.3g}, allowed {allowed:.3g}")


def check_fixed_steps(case, folder, method):
    stop = float(case.options[case.options.index("--stop") + 1])
    few, better = FIXED[method]
    errors = []
    for steps in (few, 4 * few):
        options = ("--method", method, "--step", repr(stop / steps), "--tolerance", "1e-10")
        result = simulate_both(case, folder, *options) if steps == few else simulate(case, folder, *options, "--backend", "interp")
        errors.append(error_of(case, result, at_events=False))
    # But for the tolerance with which blocks are solved and times of events are found.
    if not errors[1] <= max(errors[0] / better, 1e-9):
        raise AssertionError(f"{case.name} {method}: errors {errors} with {few} and {4 * few} steps")


@unittest.skipIf(formola_program.program() is None, "nothing is built")
class EveryMethod(unittest.TestCase):
    def test_error_follows_tolerance_in_both_back_ends(self):
        cases = analytic_cases()
        self.assertGreater(len(cases), 20)
        with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            folder = pathlib.Path(name)
            runs = {}
            for case in cases:
                for method in ORDERS:
                    runs[case.name, method] = pool.submit(check_variable_steps, case, folder, method)
                for method in FIXED:
                    if (case.path.stem, method) not in UNSUITED:
                        runs[case.name, method] = pool.submit(check_fixed_steps, case, folder, method)
            for (case, method), run in runs.items():
                with self.subTest(case=case, method=method):
                    run.result()

    def test_no_method_is_left_out(self):
        text = formola_program.run("simulate", "--help")
        named = re.search(r"--method TEXT\s+([^(]*)", text).group(1)
        words = set(re.findall(r"[a-z][\w:]*", named))
        self.assertEqual(words - ORDERS.keys() - FIXED.keys(), set())
        self.assertGreaterEqual(words & ORDERS.keys(), {"ida", "cvode", "inline:radau5"})


if __name__ == "__main__":
    unittest.main()
