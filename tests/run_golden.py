#!/usr/bin/env python3
"""Runs the golden tests: tests/golden/TOPIC/CASE.mo and .dym. tests/README.md describes the headers."""

import argparse
import concurrent.futures
import difflib
import json
import math
import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import types

import trajectory

ROOT = pathlib.Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden"
PROGRAM = ROOT / "build" / "release" / "tools" / "formola"

# What is run for each stage; the model's name follows the file, then the options.
STAGES = {
    "check": "check",
    "flatten": "flatten",
    "structure": "inspect",
    "schedule": "inspect",
    "simulate": "simulate",
    "translate": "translate",
    "convert": "convert",
}
TEXT_STAGES = ("flatten", "structure", "schedule", "translate", "convert")
ONCE = ("stage", "options", "model", "tolerance", "follows", "reference", "configs", "needs", "exit", "slow")
SEVERAL = ("analytic", "final", "assert", "converges", "message", "origin", "note")
FOR_PEOPLE = {"origin", "note"}

# `// key: value`, in Dymola notation `{ key: value }`.
HEADER = re.compile(r"^\s*(?://|\{)\s*([a-z][a-z-]*)\s*:\s*(.*?)\s*\}?\s*$")
EXPECTATION = re.compile(r"(?://|\{)\s*expect-(error|warning|note)(?:@([+-]?\d+))?:\s*(\w+)")
HANG_SECONDS = 300  # not a limit on speed: only so that a hang ends as a failure


class BadCase(Exception):
    """The test itself is written wrongly, or something it needs is not there."""


class Failure(Exception):
    """What the program did is not what the case expects."""


class Skip(Exception):
    """The case cannot run here, for a reason that is printed."""


class Case:
    """One file of tests/golden with its header."""

    def __init__(self, path, root):
        self.path = path
        self.name = path.relative_to(root).as_posix()
        self.expected_path = path.with_suffix(".expected")
        self.once = {}
        self.several = {key: [] for key in SEVERAL}
        self.expectations = []  # (severity, line or None, code)
        self.used = {"stage"}  # keys that decided something when the case ran
        lines = path.read_text(encoding="utf-8").splitlines()
        self._read_header(lines)
        for number, line in enumerate(lines, 1):
            for severity, offset, code in EXPECTATION.findall(line):
                if not offset:
                    where = None
                else:
                    where = int(offset) if offset[0].isdigit() else number + int(offset)
                self.expectations.append((severity, where, code))
        self.stage = self.once.get("stage", "check" if self.expectations else None)
        if self.stage is None:
            raise BadCase("the header has no `stage:`")
        if self.stage not in STAGES:
            raise BadCase(f"unknown stage {self.stage} (known: {', '.join(STAGES)})")
        self.expects_error = any(severity == "error" for severity, _, _ in self.expectations)
        self.options = shlex.split(self.once.get("options", ""))
        self.tolerance = float(self.once.get("tolerance", 1e-4))
        self.follows = [float(part) for part in self.once.get("follows", "").split()]
        if len(self.follows) == 1:
            raise BadCase("`follows:` needs a factor and at least one tolerance")
        default_exit = 1 if self.expects_error else 0
        self.exit = int(self.once.get("exit", default_exit))
        if "reference" in self.once and not self.several["origin"]:
            raise BadCase("a `reference:` needs an `origin:` that says how it was made")

    def use(self, *keys):
        """Notes that what these keys say was looked at."""
        self.used.update(keys)

    def check_all_used(self):
        """A key that decided nothing promises a check that is not made."""
        given = set(self.once) | {key for key in SEVERAL if self.several[key]}
        given |= {f"expect-{severity}" for severity, _, _ in self.expectations}
        given |= {"expected"} if self.expected_path.exists() else set()
        unused = sorted(given - self.used - FOR_PEOPLE)
        if unused:
            names = [self.expected_path.name if key == "expected" else f"`{key}:`" for key in unused]
            raise BadCase(f"not used with stage {self.stage} and the other keys: {', '.join(names)}")

    def _read_header(self, lines):
        """The comment lines before the first other line; a word with a colon that is no key is an error."""
        for line in lines:
            if not line.strip():
                continue
            if not line.lstrip().startswith(("//", "{")):
                return
            match = HEADER.match(line)
            if not match or match.group(1).startswith("expect-"):
                continue
            key, value = match.groups()
            if key in self.several:
                self.several[key].append(value)
            elif key in ONCE:
                if key in self.once:
                    raise BadCase(f"`{key}:` is given twice")
                self.once[key] = value
            else:
                known = ", ".join(ONCE + SEVERAL + ("expect-error", "expect-warning", "expect-note"))
                raise BadCase(f"unknown key `{key}:` in the header (known: {known})")


class Runner:
    """Runs cases with one program and one set of options."""

    def __init__(self, arguments):
        self.program = arguments.formola
        self.update = arguments.update
        self.quick = arguments.quick
        self.config = shlex.split(arguments.config or "")

    def run(self, case):
        """Raises BadCase, Failure or Skip."""
        self.check_needs(case)
        if case.stage == "simulate":
            with tempfile.TemporaryDirectory(prefix="formola-golden-") as folder:
                self.run_simulation(case, pathlib.Path(folder))
        elif case.stage == "check" or case.expectations or case.several["message"]:
            self.run_diagnostics(case)
        else:
            self.run_text(case)
        case.check_all_used()

    def check_needs(self, case):
        case.use("slow", "needs")
        if self.quick and "slow" in case.once:
            raise Skip(f"slow: {case.once['slow']}")
        for need in re.split(r"[,\s]+", case.once.get("needs", "")):
            if need == "MSL" and not find_msl():
                raise Skip("needs the Modelica Standard Library (set MODELICAPATH)")
            if need not in ("", "MSL"):
                raise BadCase(f"unknown `needs: {need}`")

    def call(self, case, more):
        """Runs the program in the folder of the case, so that no path of this machine is printed."""
        case.use("model", "options", "exit")
        command = [str(self.program), STAGES[case.stage], case.path.name]
        command += shlex.split(case.once.get("model", "")) + case.options + self.config + more
        environment = dict(os.environ, LC_ALL="C.UTF-8", NO_COLOR="1", FORMOLA_VERIFY="1",
                           FORMOLA_CACHE_SIZE="0")
        if "needs" not in case.once:
            environment.pop("MODELICAPATH", None)
        try:
            done = subprocess.run(
                command,
                cwd=case.path.parent,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                timeout=HANG_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise Failure(f"hangs: {shlex.join(command)}") from None
        if done.returncode < 0:
            name = signal.Signals(-done.returncode).name
            raise Failure(f"crashed with {name}: {shlex.join(command)}\n{tail(done.stderr)}")
        if done.returncode != case.exit:
            raise Failure(
                f"exit status {done.returncode}, expected {case.exit}: {shlex.join(command)}\n"
                f"{tail(done.stdout)}{tail(done.stderr)}"
            )
        return done

    def run_text(self, case):
        if case.several["assert"]:
            self.run_assertions(case)
        if case.expected_path.exists() or not case.several["assert"]:
            compare_text(case, self.call(case, []).stdout, self.update)

    def run_diagnostics(self, case):
        done = self.call(case, ["--diagnostics=json"])
        check_diagnostics(case, read_diagnostics(done.stderr))
        if case.expected_path.exists():
            compare_text(case, done.stdout, self.update)
        if case.several["assert"]:
            self.run_assertions(case)

    def run_assertions(self, case):
        if STAGES[case.stage] == "inspect":
            done = self.call(case, ["--json"])
            check_assertions(case, parse_json(done.stdout, "standard output"))

    def run_simulation(self, case, folder):
        compared = case.several["analytic"] + case.several["final"] + case.several["assert"]
        if not compared and "reference" not in case.once and not case.expectations:
            raise BadCase("a simulation without analytic, final, reference, assert or expect-error")
        # Options that must not change the result; with --config the suite is such a run already.
        configs = [part.strip() for part in case.once.get("configs", "").split(";")]
        configs = [part for part in configs if part]
        if not case.several["converges"]:
            case.use("configs")
        if configs and not case.follows:
            case.use("tolerance")  # of the comparison between them
        if self.quick or self.config:
            configs = []
        if case.follows:
            self.run_tolerances(case, folder, configs)
            return
        if case.several["converges"]:
            for number, text in enumerate(case.several["converges"]):
                self.run_steps(case, folder / f"order{number}", text)
            return
        base = self.simulate(case, folder / "base", [])
        for number, config in enumerate(configs):
            try:
                other = self.simulate(case, folder / f"config{number}", shlex.split(config))
            except Failure as failure:
                raise Failure(f"with {config}: {failure}") from None
            if base and other:
                problems = trajectory.compare_trajectories(other, base, case.tolerance)
                if problems:
                    raise Failure(f"with {config} the result differs:\n" + listing(problems))

    def run_tolerances(self, case, folder, configs):
        """`follows: FACTOR T1 T2 …`: the error is at most FACTOR*T when simulated with --tolerance T."""
        case.use("follows")
        factor, *tolerances = case.follows
        for number, config in enumerate([""] + configs):
            for tolerance in tolerances:
                case.tolerance = factor * tolerance
                options = shlex.split(config) + ["--tolerance", f"{tolerance:g}"]
                try:
                    self.simulate(case, folder / f"config{number}_{tolerance:g}", options)
                except Failure as failure:
                    raise Failure(f"with {shlex.join(options)}: {failure}") from None

    def run_steps(self, case, folder, text):
        """`converges: METHOD ORDER H1 H2 …`: with fixed steps the error at the end falls as H^ORDER."""
        try:
            method, *numbers = text.split()
            order, *steps = [float(number) for number in numbers]
        except ValueError:
            raise BadCase(f"not of the form METHOD ORDER H1 H2 …: {text}") from None
        if len(steps) < 2 or not case.several["analytic"]:
            raise BadCase("`converges:` needs two step sizes and an `analytic:`")
        case.use("converges", "analytic")
        folder.mkdir()
        errors = []
        for step in steps:
            output = folder / f"{step:g}.csv"
            more = ["--method", method, "--step", f"{step!r}", "--intervals", "1"]
            self.call(case, more + ["--tolerance", "1e-12", "--output", str(output), "--quiet"])
            result = read_trajectory(output, Failure)
            formulas = [trajectory.Formula(formula) for formula in case.several["analytic"]]
            errors.append(max(trajectory.final_error(result, formula) for formula in formulas))
        measured = math.log(errors[-2] / errors[-1]) / math.log(steps[-2] / steps[-1])
        if not abs(measured - order) <= 0.25:
            listed = ", ".join(f"{h:g}: {e:.3g}" for h, e in zip(steps, errors))
            raise Failure(f"{method} converges with order {measured:.2f}, not {order:g} (errors {listed})")

    def simulate(self, case, folder, options):
        """One simulation with all its checks; the trajectory, or None when an error is expected."""
        folder.mkdir()
        output, report = folder / "result.csv", folder / "report.json"
        more = options + ["--output", str(output), "--quiet"]
        if case.several["assert"]:
            more += ["--report", str(report)]
        if case.expectations or case.several["message"]:
            done = self.call(case, more + ["--diagnostics=json"])
            check_diagnostics(case, read_diagnostics(done.stderr))
        else:
            self.call(case, more)
        if case.several["assert"]:
            if not report.exists():
                raise Failure("no report was written")
            check_assertions(case, parse_json(report.read_text(encoding="utf-8"), "the report"))
        if case.exit == 1:
            return None
        if not output.exists():
            raise Failure("no result was written")
        result = read_trajectory(output, Failure)
        check_result(case, result)
        return result


def find_msl():
    for folder in filter(None, os.environ.get("MODELICAPATH", "").split(":")):
        for pattern in ("Modelica/package.mo", "Modelica [0-9]*/package.mo"):
            if any(pathlib.Path(folder).glob(pattern)):
                return True
    return False


def tail(text, lines=20):
    return "".join(line + "\n" for line in text.splitlines()[-lines:])


def listing(problems, most=10):
    more = [f"… and {len(problems) - most} more"] if len(problems) > most else []
    return "\n".join(f"  {problem}" for problem in problems[:most] + more)


def parse_json(text, what):
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise Failure(f"{what} is not JSON ({error}):\n{tail(text)}") from None


def read_trajectory(path, kind):
    try:
        return trajectory.read_csv(path)
    except (OSError, ValueError) as error:
        raise kind(str(error)) from None


def compare_text(case, actual, update):
    """Standard output against CASE.expected."""
    case.use("expected")
    expected = ""
    if case.expected_path.exists():
        expected = case.expected_path.read_text(encoding="utf-8")
    elif not update:
        raise Failure(f"{case.expected_path.name} is missing; --update writes it:\n{tail(actual)}")
    if actual == expected:
        return
    if update:
        case.expected_path.write_text(actual, encoding="utf-8")
        print(f"updated {case.expected_path.relative_to(case.path.parents[1])}")
        return
    difference = difflib.unified_diff(
        expected.splitlines(keepends=True),
        actual.splitlines(keepends=True),
        case.expected_path.name,
        "actual",
    )
    raise Failure("".join(line if line.endswith("\n") else line + "\n" for line in difference))


def read_diagnostics(text):
    """The lines of standard error that are JSON objects."""
    return [parse_json(line, "a diagnostic") for line in text.splitlines() if line.startswith("{")]


def check_diagnostics(case, diagnostics):
    """The set of (line, code) must be the expected one; every `message:` must be found."""
    case.use("message", "expect-error", "expect-warning", "expect-note")
    severities = {"error"}
    if not case.expects_error or any(s == "warning" for s, _, _ in case.expectations):
        severities.add("warning")
    if any(s == "note" for s, _, _ in case.expectations):
        severities.add("note")
    actual = set()
    for diagnostic in diagnostics:
        if diagnostic["severity"] in severities:
            own = pathlib.Path(diagnostic.get("file") or "").name == case.path.name
            line = diagnostic.get("line") if own else None
            actual.add((diagnostic["severity"], line, diagnostic["code"]))
    placed = {expectation for expectation in case.expectations if expectation[1] is not None}
    anywhere = {(s, code) for s, line, code in case.expectations if line is None}
    absent = sorted(placed - actual)
    left = actual - placed
    absent += [(s, None, c) for s, c in sorted(anywhere) if not any((s, c) == (d[0], d[2]) for d in left)]
    surplus = [d for d in left if (d[0], d[2]) not in anywhere]
    problems = [f"missing: {describe(d)}" for d in absent]
    problems += [f"unexpected: {d}" for d in sorted(map(describe, surplus))]
    texts = [d["message"] for d in diagnostics]
    texts += [note["message"] for d in diagnostics for note in d.get("notes", [])]
    for pattern in case.several["message"]:
        if not any(re.search(pattern, text) for text in texts):
            problems.append(f"no message matches {pattern}")
    if problems:
        given = [f"{d.get('file')}:{d.get('line')}: {d['code']}: {d['message']}" for d in diagnostics]
        raise Failure("\n".join(problems + ["all diagnostics:"] + given))


def describe(diagnostic):
    severity, line, code = diagnostic
    return f"{severity} {code}" + (f" in line {line}" if line is not None else "")


def check_assertions(case, values):
    """`assert: EXPRESSION` in Python over the keys of a JSON object; objects give attributes."""
    case.use("assert")
    names = vars(json.loads(json.dumps(values), object_hook=lambda o: types.SimpleNamespace(**o)))
    functions = {"len": len, "max": max, "min": min, "sum": sum, "sorted": sorted, "any": any}
    functions |= {"all": all, "abs": abs, "set": set, "getattr": getattr}
    for text in case.several["assert"]:
        try:
            # One dictionary, so that comprehensions see the names too.
            holds = eval(text, {"__builtins__": {}} | functions | names)
        except Exception as error:  # whatever a wrong assertion raises belongs in the report
            raise Failure(f"cannot evaluate `assert: {text}`: {error!r}") from None
        if not holds:
            used = sorted(set(re.findall(r"\w+", text)) & names.keys())
            shown = "\n".join(f"  {name} = {values[name]!r}"[:500] for name in used)
            raise Failure(f"does not hold: {text}\n{shown}")


def check_result(case, result):
    case.use("analytic", "final", "reference")
    if case.several["analytic"] or case.several["final"] or "reference" in case.once:
        # `follows:` sets the tolerance of each run.
        case.use(*([] if case.follows else ["tolerance"]))
    problems = result.not_finite()
    for key in ("analytic", "final"):
        for text in case.several[key]:
            try:
                formula = trajectory.Formula(text)
            except (ValueError, SyntaxError) as error:
                raise BadCase(str(error)) from None
            final = key == "final"
            problems.append(trajectory.compare_formula(result, formula, case.tolerance, final))
    if "reference" in case.once:
        reference = read_trajectory(case.path.parent / case.once["reference"], BadCase)
        problems += trajectory.compare_trajectories(result, reference, case.tolerance)
    problems = [problem for problem in problems if problem]
    if problems:
        raise Failure("the result is wrong:\n" + listing(problems))


def timed_outcome(runner, path, root):
    begin = time.monotonic()
    verdict, text = outcome(runner, path, root)
    return verdict, text, time.monotonic() - begin


def outcome(runner, path, root):
    """("passed" | "failed" | "skipped" | "left out", explanation)."""
    try:
        case = Case(path, root)
        if runner.config and case.stage != "simulate":
            return "left out", ""
        runner.run(case)
    except Skip as skip:
        return "skipped", str(skip)
    except BadCase as bad:
        return "failed", f"bad test: {bad}"
    except Failure as failure:
        return "failed", str(failure)
    except Exception as error:  # a defect of this runner must not hide the other cases
        return "failed", f"bad test: {type(error).__name__}: {error}"
    return "passed", ""


def find_cases(root, pattern, part=""):
    """Those whose names match; `part`: K/N, of these every N-th, beginning with the K-th."""
    paths = sorted(path for path in root.rglob("*") if path.suffix in (".mo", ".dym"))
    # Folders below a topic hold files that cases use, such as libraries.
    paths = [path for path in paths if len(path.relative_to(root).parts) == 2]
    paths = [p for p in paths if re.search(pattern, "golden/" + p.relative_to(root).as_posix())]
    first, _, every = part.partition("/")
    return paths[int(first) - 1 :: int(every)] if part else paths


def run_suite(arguments, durations=None):
    """Prints failures and skips; returns the counts of passed, failed and skipped cases.

    `durations` gets the seconds of each case."""
    counts = {"passed": 0, "failed": 0, "skipped": 0, "left out": 0}
    paths = find_cases(arguments.golden, arguments.filter, arguments.part)
    if paths and not os.access(arguments.formola, os.X_OK):
        print(f"golden tests: there is no program {arguments.formola}")
        counts["failed"] = len(paths)
        return counts
    runner = Runner(arguments)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = pool.map(lambda path: timed_outcome(runner, path, arguments.golden), paths)
        for path, (verdict, text, seconds) in zip(paths, results):
            counts[verdict] += 1
            name = "golden/" + path.relative_to(arguments.golden).as_posix()
            if durations is not None:
                durations[name] = seconds
            if verdict == "failed":
                print(f"FAILED {name}\n{text.rstrip()}\n", flush=True)
            elif verdict == "skipped":
                print(f"skipped {name}: {text}", flush=True)
    return counts


def slowest_lines(durations, least=5.0, most=10):
    """A line for each of the slowest tests, for people: a time is never a reason to fail."""
    slow = sorted((item for item in durations.items() if item[1] >= least), key=lambda item: -item[1])
    return [f"slow: {name} {seconds:.1f} s" for name, seconds in slow[:most]]


def closing_line(counts):
    line = f"{counts['passed']} passed, {counts['failed']} failed"
    return line + (f", {counts['skipped']} skipped" if counts["skipped"] else "")


def make_parser():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--filter", default="", metavar="REGEX", help="only matching cases")
    parser.add_argument("--part", default="", metavar="K/N", help="every N-th case, from the K-th")
    parser.add_argument("--update", action="store_true", help="rewrite the .expected files")
    parser.add_argument("--quick", action="store_true", help="no slow cases, no extra configs")
    parser.add_argument("--config", metavar="OPTIONS", help="simulate cases only, with these too")
    parser.add_argument("--formola", type=pathlib.Path, default=PROGRAM, metavar="PROGRAM")
    parser.add_argument("--golden", type=pathlib.Path, default=GOLDEN, metavar="FOLDER")
    parser.add_argument("--jobs", type=int, default=2)
    return parser


def main():
    arguments = make_parser().parse_args()
    arguments.formola = arguments.formola.resolve()
    arguments.golden = arguments.golden.resolve()
    durations = {}
    counts = run_suite(arguments, durations)
    print("".join(line + "\n" for line in slowest_lines(durations)), end="")
    print(closing_line(counts))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
