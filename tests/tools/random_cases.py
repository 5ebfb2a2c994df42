"""The families of random models under one roof: make a case, run it in some way, say what is wrong, make it smaller.

Each family has its own evaluator (random_programs.py, random_algorithms.py, random_events.py, random_classes.py,
random_circuits.py, random_hybrid.py, random_networks.py, random_motions.py, random_switches.py, random_streams.py, random_derivatives.py,
random_instants.py, random_clocks.py); nothing of it is shared with Formola. A case is a pure function of its seed.
"""

import bisect
import csv
import json
import os
import pathlib
import random
import re
import shutil
import subprocess

import formola_program
import random_algorithms
import random_circuits
import random_classes
import random_clocks
import random_events
import random_derivatives
import random_hybrid
import random_instants
import random_motions
import random_networks
import random_programs
import random_streams
import random_switches

COMPILER = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
BACK_ENDS = ("interp", "llvm")
SEVERAL = ("ida", "cvode", "dopri5", "inline:bdf", "inline:radau5", "inline:sdirk4")


class Case:
    """One model. `stop` and `intervals` say how it is run; wrong(rows) compares rows (dictionaries of numbers)."""

    model, start, stop, intervals, tolerance = "T.M", 0.0, 1.0, 2, 1e-6
    methods, as_c = ("ida",), True
    c_steps, c_options, c_allowed = None, (), None

    def text(self):
        raise NotImplementedError

    def wrong(self, rows):
        raise NotImplementedError

    def smaller(self, fails):
        """Makes it smaller as long as fails() holds."""

    def ways(self, rng):
        """Two ways to run it: lists of options, or "c"."""
        first = ["--method", rng.choice(self.methods), "--backend", rng.choice(BACK_ENDS)]
        if self.as_c and COMPILER and rng.random() < 0.2:
            return [first, "c"]
        return [first]


class ByColumns(Case):
    """Every row has the same known values; relative deviations up to `allowed`."""

    allowed = 0.0

    def __init__(self, module, seed):
        self.module = module
        self.made, self.columns = module.make(seed)

    def text(self):
        return self.made.text()

    def wrong(self, rows):
        for row in rows:
            for name, value in self.made.columns().items():
                if name not in row:
                    return f"no column {name}"
                if not abs(row[name] - value) <= self.allowed * max(1.0, abs(value)):
                    return f"{name} = {row[name]!r} instead of {value!r}"
        return ""

    def smaller(self, fails):
        self.module.reduce(self.made, lambda _: fails())


class Classes(ByColumns):
    def __init__(self, seed):
        super().__init__(random_classes, seed)


class Circuits(ByColumns):
    allowed = 1e-8

    def __init__(self, seed):
        super().__init__(random_circuits, seed)


class Programs(Case):
    def __init__(self, seed):
        self.made, _ = random_programs.make(seed)

    def text(self):
        return self.made.text()

    def wrong(self, rows):
        rows = {row["time"]: row for row in rows}
        for t in random_programs.TIMES:
            for name, value in self.made.columns(t).items():
                if name not in rows[t]:
                    return f"no column {name}"
                if rows[t][name] != value:
                    return f"{name}({t}) = {rows[t][name]!r} instead of {value!r}"
        return ""

    def smaller(self, fails):
        random_programs.reduce(self.made, lambda _: fails())

    def ways(self, rng):
        if rng.random() < 0.2:
            return [["--backend", "interp", "--disable-pass=compileFunctions"]]
        return super().ways(rng)


class Algorithms(Case):
    model, stop, intervals = "M", 2.0, 32
    methods = ("ida", "rk4", "inline:bdf")

    def __init__(self, seed):
        self.made = random_algorithms.make(seed)

    def text(self):
        return self.made.text()

    def wrong(self, rows):
        rows = {row["time"]: row for row in rows}
        for t in map(float, random_algorithms.TIMES):
            for name, value in self.made.columns(t).items():
                if rows[t][name] != value:
                    return f"{name}({t!r}) = {rows[t][name]!r} instead of {value!r}"
        return ""

    def smaller(self, fails):
        def still():
            try:
                return fails()
            except random_algorithms.Unfit:
                return False

        self.made.reduce(still)


class Events(Case):
    model, intervals = "P", 61
    methods = ("ida", "cvode", "rk4", "dopri5", "euler", "inline:bdf", "inline:radau5")
    near = 1e-9

    def __init__(self, seed):
        rng = random.Random(seed)
        while True:
            self.made = random_events.Generator(rng).program()
            try:
                self.expected = self.made.run()
                break
            except random_events.Endless:
                continue
        self.stop = float(self.made.stop)
        self.algorithms = rng.random() < 0.3

    def text(self):
        return self.made.text("P", algorithms=self.algorithms)

    def wrong(self, rows):
        times = [float(t) for t, _ in self.expected]
        for row in rows:
            at = bisect.bisect(times, row["time"])
            if any(abs(row["time"] - t) < self.near for t in times[max(at - 1, 0):at + 1]):
                continue
            for name in (e.name for e in self.made.equations):
                if row[name] != float(self.expected[at - 1][1][name]):
                    return f"{name}({row['time']!r}) = {row[name]!r} instead of {self.expected[at - 1][1][name]}"
        return ""

    def smaller(self, fails):
        while True:
            for i in reversed(range(len(self.made.equations))):
                before, expected = self.made.equations, self.expected
                self.made.equations = before[:i] + before[i + 1:]
                try:
                    self.expected = self.made.run()
                    if fails():
                        break
                except (random_events.Endless, KeyError):
                    pass
                self.made.equations, self.expected = before, expected
            else:
                return


class Pieces(Case):
    """States between events: `module` makes models with run(), at() and reduce()."""

    model, intervals, tolerance, as_c = "M", 60, 1e-8, False
    methods = SEVERAL
    allowed = 2e-5
    module = None

    def __init__(self, seed):
        self.made, self.expected = self.module.make(seed)
        self.stop = float(self.made.stop)

    def text(self):
        return self.made.text()

    def wrong(self, rows):
        if abs(rows[-1]["time"] - float(self.made.end)) > 1e-6:
            return f"ends at {rows[-1]['time']!r} instead of {float(self.made.end)!r}"
        for row in rows:
            for name, value in (self.made.at(self.expected, row["time"]) or {}).items():
                if not abs(row[name] - value) <= self.allowed * max(1.0, abs(value)):
                    return f"{name}({row['time']!r}) = {row[name]!r} instead of {value!r}"
        return ""

    def smaller(self, fails):
        def still():
            try:
                self.expected = self.made.run()
            except (self.module.Unfit, KeyError):
                return False
            return len(self.expected) > 1 and fails()

        self.made.reduce(still)
        self.expected = self.made.run()


class Hybrid(Pieces):
    module = random_hybrid


class Networks(Pieces):
    module = random_networks


class Motions(Pieces):
    module = random_motions
    as_c, c_steps = True, 2000
    c_allowed = 0.05  # events are met at steps

    def __init__(self, seed):
        super().__init__(seed)
        rng = random.Random(seed)
        self.c_options = ("--method", rng.choice(("inline:be", "inline:trapezoid", "inline:radau5", "inline:sdirk4")))
        self.tolerance, self.allowed = rng.choice(((1e-8, 1e-5), (1e-6, 1e-3)))
        self.intervals = rng.choice((7, 60, 300))


class Switches(Motions):
    module = random_switches


class Derivatives(Case):
    model, intervals, as_c = "M", 13, False
    methods = ("ida", "cvode", "dopri5")  # inlined ones have derivatives by their formula at the ends of steps

    def __init__(self, seed):
        self.made, _ = random_derivatives.make(seed)

    def text(self):
        return self.made.text()

    def wrong(self, rows):
        return next(filter(None, (self.made.wrong(row, 5e-6) for row in rows)), "")

    def smaller(self, fails):
        self.made.reduce(fails)


class Streams(ByColumns):
    allowed = 1e-8
    model = "M"

    def __init__(self, seed):
        super().__init__(random_streams, seed)


class Instants(Case):
    model, intervals, as_c = "M", 23, False
    methods = (*SEVERAL, "rk4", "euler")

    def __init__(self, seed):
        self.made = random_instants.make(seed)
        self.start, self.stop = self.made.start, self.made.stop

    def text(self):
        return self.made.text()

    def wrong(self, rows):
        return next(filter(None, map(self.made.wrong, rows)), "")

    def smaller(self, fails):
        self.made.state = False
        if not fails():
            self.made.state = True


class Clocks(Case):
    model, intervals, as_c = "M", 73, False
    methods = ("ida", "cvode", "dopri5", "inline:bdf")
    allowed = 1e-7

    def __init__(self, seed):
        self.made = random_clocks.make(seed)
        self.stop = float(self.made.stop)

    def text(self):
        return self.made.text()

    def wrong(self, rows):
        for row in rows:
            for name, value in self.made.at(row["time"]).items():
                if not abs(row[name] - value) <= self.allowed * max(1.0, abs(value)):
                    return f"{name}({row['time']!r}) = {row[name]!r} instead of {value!r}"
        return ""

    def smaller(self, fails):
        self.made.reduce(fails)


FAMILIES = {"programs": Programs, "algorithms": Algorithms, "events": Events, "classes": Classes, "circuits": Circuits,
            "hybrid": Hybrid, "networks": Networks, "motions": Motions,
            "switches": Switches, "streams": Streams, "derivatives": Derivatives, "instants": Instants, "clocks": Clocks}


# ---- running


def numbers(row):
    return {name: float(value) for name, value in row.items() if name is not None and value not in (None, "")}


def simulated(case, options, folder):
    """(rows with parameters, "") or (None, what was said)."""
    model, table, report = (pathlib.Path(folder) / n for n in ("case.mo", "case.csv", "case.json"))
    model.write_text(case.text(), encoding="utf-8")
    table.unlink(missing_ok=True)
    command = [str(formola_program.program()), "simulate", "--quiet", str(model), case.model, "--start", repr(case.start), "--stop", repr(case.stop), "--intervals",
               str(case.intervals), "--tolerance", repr(case.tolerance), "--output", str(table), "--report", str(report), *options]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120,
                              env=dict(os.environ, NO_COLOR="1", FORMOLA_CACHE_SIZE="0"))
    except subprocess.TimeoutExpired:
        return None, "no end within two minutes"
    if done.returncode != 0 or not table.exists() or not table.stat().st_size:
        return None, f"exit status {done.returncode}\n{done.stdout}{done.stderr}"
    final = json.loads(report.read_text(encoding="utf-8"))["final"]
    with table.open(encoding="utf-8", newline="") as file:
        return [{**final, **numbers(row)} for row in csv.DictReader(file)], ""


def run_as_c(case, folder):
    """As simulated(), by a C program; ([], "") where the model cannot be translated. Parameters have no columns there."""
    model, source, binary = (pathlib.Path(folder) / n for n in ("case.mo", "case.c", "case.exe"))
    model.write_text(case.text(), encoding="utf-8")
    done = subprocess.run([str(formola_program.program()), "translate", "--quiet", str(model), case.model, "--to", "c", "--stop",
                           repr(case.stop), "--step", repr(case.stop / (case.c_steps or case.intervals)), "--output", str(source), *case.c_options],
                          capture_output=True, text=True, check=False, timeout=120, env=dict(os.environ, NO_COLOR="1"))
    if "[NotTranslatable]" in done.stderr:
        return [], ""
    if done.returncode != 0:
        return None, f"exit status {done.returncode}\n{done.stderr}"
    made = subprocess.run([COMPILER, "-std=c99", "-DFORMOLA_MAIN", str(source), "-lm", "-o", str(binary)],
                          capture_output=True, text=True, check=False)
    if made.returncode != 0:
        return None, f"exit status {made.returncode}\n{made.stderr}"
    done = subprocess.run([str(binary)], capture_output=True, text=True, check=False, timeout=120)
    if done.returncode != 0:
        return None, f"exit status {done.returncode}\n{done.stderr}"
    return [numbers(row) for row in csv.DictReader(done.stdout.splitlines())], ""


def difference(case, way, folder):
    """What is wrong with a case run in a way; "" where nothing is."""
    rows, said = run_as_c(case, folder) if way == "c" else simulated(case, way, folder)
    if rows is None:
        return said
    if way != "c":
        return case.wrong(rows)
    before = getattr(case, "allowed", None)
    if case.c_allowed:
        case.allowed = case.c_allowed
    try:
        return case.wrong([WithParameters(row) for row in rows]) if rows else ""
    finally:
        if case.c_allowed:
            case.allowed = before


class WithParameters(dict):
    """A row without columns of parameters: what is not there is what is expected."""

    def __contains__(self, name):
        return True

    def __missing__(self, name):
        return Whatever()


class Whatever(float):
    """Is equal to every number and differs from none."""

    def __sub__(self, other):
        return 0.0

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    __hash__ = float.__hash__


def kind(wrong):
    """What two failures have in common: a wrong value, or the status and the first error."""
    if not wrong:
        return ""
    if not wrong.startswith(("exit status", "no end")):
        return "no column" if wrong.startswith("no column") else "value"
    code = re.search(r"\[(\w+)\]", wrong)
    return wrong.splitlines()[0] + (f" {code.group(1)}" if code else "")


def reduced(case, way, wrong, folder):
    """The smallest case found that fails in the same way: its text and what is wrong with it."""
    case.smaller(lambda: kind(difference(case, way, folder)) == kind(wrong))
    return case.text(), difference(case, way, folder)
