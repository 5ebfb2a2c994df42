#!/usr/bin/env python3
"""Builds everything and runs all tests: layers, unit tests, tests of the tools, golden tests."""

import argparse
import concurrent.futures
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

import run_golden

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Totals:
    """Sums over all sections; each section prints one line."""

    def __init__(self):
        self.counts = {"passed": 0, "failed": 0, "skipped": 0}
        self.durations = {}  # seconds of each test
        self.begin = time.monotonic()

    def add(self, section, counts):
        for key in self.counts:
            self.counts[key] += counts.get(key, 0)
        seconds = time.monotonic() - self.begin
        self.begin = time.monotonic()
        if any(counts.values()):
            line = run_golden.closing_line({"passed": 0, "failed": 0, "skipped": 0} | counts)
            print(f"[{section}] {line} ({seconds:.1f} s)", flush=True)


def build(preset):
    """Through the same function as the launcher, so that there is one way to build."""
    script = """
      source "$1/tools/build.sh"
      mkdir -p "$1/build/$2" && exec 9>"$1/build/$2/.lock" || exit 1
      if command -v flock >/dev/null; then flock 9; fi
      formolaBuild "$1" "$2" all 9>&-
    """
    command = ["bash", "-c", script, "build", str(ROOT), preset]
    return subprocess.run(command, check=False).returncode == 0


def run_layers(pattern):
    if not re.search(pattern, "layers"):
        return {}
    command = [sys.executable, "-B", str(ROOT / "tools" / "check_layers.py")]
    done = subprocess.run(command, stdout=subprocess.PIPE, encoding="utf-8", check=False)
    if done.returncode != 0:
        print(done.stdout, end="")
        return {"failed": 1}
    return {"passed": 1}


def run_units(folder, pattern, jobs, durations):
    """ctest runs the programs; GoogleTest's own JSON gives the cases in each and their times."""
    reports = folder / "unit-reports"
    shutil.rmtree(reports, ignore_errors=True)
    reports.mkdir()
    junit = reports / "ctest.xml"
    command = ["ctest", "--test-dir", str(folder), "-j", str(jobs), "--output-on-failure"]
    command += ["--output-junit", str(junit), "-R", "^unit_"]
    listing = subprocess.run(
        ["ctest", "--test-dir", str(folder), "-N"], stdout=subprocess.PIPE, text=True, check=False
    )
    names = re.findall(r"Test +#\d+: (unit_\w+)", listing.stdout)
    chosen = [name for name in names if re.search(pattern, name)]
    if not chosen:
        return {}
    command[-1] = "^(" + "|".join(chosen) + ")$"
    environment = dict(os.environ, GTEST_OUTPUT=f"json:{reports}/")
    done = subprocess.run(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        print(done.stdout, flush=True)
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    statuses = {}
    if junit.exists():
        for entry in xml.etree.ElementTree.parse(junit).getroot().iter("testcase"):
            statuses[entry.get("name")] = entry.get("status")
    for name in chosen:
        path = reports / f"test_{name.removeprefix('unit_')}.json"
        report = json.loads(path.read_text()) if path.exists() else {"testsuites": []}
        one = count_googletest(report, name, durations)
        # A program that died has no report; one that failed after its tests has no failed case.
        if statuses.get(name) != "run" and not one.get("failed"):
            one["failed"] = 1
        for key, value in one.items():
            counts[key] += value
    return counts


def count_googletest(report, program, durations):
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for suite in report["testsuites"]:
        for case in suite["testsuite"]:
            durations[f"{program} {suite['name']}.{case['name']}"] = float(case["time"].rstrip("s"))
            if case.get("failures"):
                counts["failed"] += 1
            elif case["status"] == "NOTRUN" or case["result"] == "SKIPPED":
                counts["skipped"] += 1
            else:
                counts["passed"] += 1
    return counts


class TimedResult(unittest.TextTestResult):
    """Keeps the seconds of each test."""

    def __init__(self, *arguments, **keywords):
        super().__init__(*arguments, **keywords)
        self.durations = {}

    def startTest(self, test):
        super().startTest(test)
        self.begin = time.monotonic()

    def stopTest(self, test):
        super().stopTest(test)
        self.durations["tools/" + test.id()] = time.monotonic() - self.begin


TOOL_TESTS = ROOT / "tests" / "tools"
# They drive a browser, a terminal or a clock, and run when nothing else does.
ALONE = ("test_studio", "test_shell_terminal", "test_real_time")


def matching(suite, pattern):
    """The tests of a suite whose name matches."""
    found, todo = [], [suite]
    while todo:
        item = todo.pop()
        if isinstance(item, unittest.TestSuite):
            todo.extend(item)
        elif re.search(pattern, "tools/" + item.id()):
            found.append(item)
    return found


def run_tool_module(path, pattern, report):
    """One module of Python tests, in a process of its own: counts, times and failures go to a file."""
    sys.path.insert(0, str(path.parent))
    suite = unittest.TestSuite(matching(unittest.TestLoader().loadTestsFromName(path.stem), pattern))
    stream = io.StringIO()
    result = unittest.TextTestRunner(stream, resultclass=TimedResult).run(suite)
    failed = len(result.failures) + len(result.errors)
    skipped = len(result.skipped)
    counts = {"passed": result.testsRun - failed - skipped, "failed": failed, "skipped": skipped}
    text = stream.getvalue() if failed else ""
    report.write_text(json.dumps({"counts": counts, "durations": result.durations, "text": text}))


def call_tool_module(path, pattern):
    """The same from outside: what it printed and its report; a process that dies is a failed test."""
    with tempfile.TemporaryDirectory(prefix="formola-tests-") as folder:
        report = pathlib.Path(folder) / "report.json"
        command = [sys.executable, "-B", __file__, "--filter", pattern]
        command += ["--tool-module", str(path), "--report", str(report)]
        done = subprocess.run(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace", check=False
        )
        if done.returncode == 0:
            return done.stdout, json.loads(report.read_text())
    died = f"{path.stem} ended with status {done.returncode}\n"
    return done.stdout + died, {"counts": {"failed": 1}, "durations": {}, "text": ""}


def run_tools(pattern, jobs, durations, folder=TOOL_TESTS):
    """The Python tests under tests/tools: each module in a process, as many at a time as there are jobs."""
    tests = matching(unittest.TestLoader().discover(str(folder)), pattern)
    # A module that cannot be imported stands there as a test of its name.
    names = {test.id().split(".")[-1 if test.id().startswith("unittest.loader.") else 0] for test in tests}
    paths = {folder / f"{name}.py" for name in names}
    # The longest texts first: they take longest as a rule.
    ordered = sorted(paths, key=lambda path: (-path.stat().st_size, path.name))
    totals = {"passed": 0, "failed": 0, "skipped": 0}
    together = [path for path in ordered if path.stem not in ALONE]
    alone = [path for path in ordered if path.stem in ALONE]
    for group, workers in ((together, jobs), (alone, 1)):
        with concurrent.futures.ThreadPoolExecutor(max(workers, 1)) as pool:
            for printed, result in pool.map(lambda path: call_tool_module(path, pattern), group):
                print(printed + result["text"], end="", flush=True)
                durations.update(result["durations"])
                for key, count in result["counts"].items():
                    totals[key] += count
    return totals if paths else {}


def run_golden_tests(arguments, folder, durations):
    parser = run_golden.make_parser()
    options = ["--filter", arguments.filter, "--jobs", str(arguments.jobs)]
    options += ["--formola", str(folder / "tools" / "formola")]
    options += ["--update"] if arguments.update else []
    options += ["--quick"] if arguments.quick else []
    options += [f"--config={arguments.config}"] if arguments.config else []
    return run_golden.run_suite(parser.parse_args(options), durations)


def main():
    parser = argparse.ArgumentParser(prog="./test", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="no slow cases, no extra configs")
    parser.add_argument("--filter", default="", metavar="REGEX", help="only matching tests")
    parser.add_argument("--update", action="store_true", help="rewrite .expected of golden tests")
    parser.add_argument("--config", metavar="OPTIONS", help="only golden simulations, with these too")
    parser.add_argument("--preset", default="release", help="the CMake preset to build and test")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tool-module", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--report", type=pathlib.Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.tool_module:
        return run_tool_module(arguments.tool_module, arguments.filter, arguments.report)

    totals = Totals()
    if not build(arguments.preset):
        totals.add("build", {"failed": 1})
        print(run_golden.closing_line(totals.counts))
        return 1
    totals.begin = time.monotonic()
    folder = ROOT / "build" / arguments.preset
    if not arguments.config:
        totals.add("layers", run_layers(arguments.filter))
        totals.add("unit", run_units(folder, arguments.filter, arguments.jobs, totals.durations))
        os.environ["FORMOLA_CACHE_SIZE"] = "0"  # tests of the cache have their own
        os.environ["FORMOLA_PROGRAM"] = str(folder / "tools" / "formola")
        totals.add("tools", run_tools(arguments.filter, arguments.jobs, totals.durations))
    totals.add("golden", run_golden_tests(arguments, folder, totals.durations))
    if not any(totals.counts.values()):
        print(f"no test matches {arguments.filter}")
        totals.counts["failed"] = 1
    print("".join(line + "\n" for line in run_golden.slowest_lines(totals.durations)), end="")
    print(run_golden.closing_line(totals.counts))
    return 1 if totals.counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
