"""The families of random models under one roof: make a case, run it in some way, say what is wrong, make it smaller.

Each family has its own evaluator (random_programs.py, random_algorithms.py, random_events.py, random_classes.py,
random_circuits.py, random_hybrid.py, random_networks.py, random_motions.py, random_switches.py, random_streams.py, random_derivatives.py,
random_instants.py, random_clocks.py, random_signals.py, random_sizes.py); random_lanes.py compares lanes with single runs; nothing of it is shared with Formola. A case is a pure function of its seed.
"""

import bisect
import csv
import functools
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile

import formola_program
import random_algorithms
import random_circuits
import random_classes
import random_clocks
import random_derivatives
import random_events
import random_grids
import random_hybrid
import random_instants
import random_lanes
import random_motions
import random_networks
import random_programs
import random_relatives
import random_rolling
import random_signals
import random_sizes
import random_streams
import random_switches

COMPILER = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
BACK_ENDS = ("interp", "llvm")
SEVERAL = ("ida", "cvode", "dopri5", "inline:bdf", "inline:radau5", "inline:sdirk4")


class Case:
    """One model. `stop` and `intervals` say how it is run; wrong(rows) compares rows (dictionaries of numbers)."""

    model, start, stop, intervals, tolerance = "T.M", 0.0, 1.0, 2, 1e-6
    methods, as_c, as_fmu = ("ida",), True, True
    fmu_methods = ("ida", "cvode", "dopri5")
    c_steps, c_options, c_allowed = None, (), None
    options, way = (), ()  # of each run, and of the present one

    def text(self):
        raise NotImplementedError

    def wrong(self, rows):
        raise NotImplementedError

    def smaller(self, fails):
        """Makes it smaller as long as fails() holds."""

    def inputs(self, model):
        """What `simulate` is given, where `model` is the file with the text."""
        return [str(model), self.model]

    def ways(self, rng):
        """One or two ways to run it: lists of options, "c", or as an FMU of a version with a method."""
        first = ["--method", rng.choice(self.methods), "--backend", rng.choice(BACK_ENDS)]
        if self.as_c and COMPILER and rng.random() < 0.2:
            return [first, "c"]
        if self.as_fmu and COMPILER and rng.random() < 0.1:
            return [first, ("fmu", rng.choice("23"), rng.choice(self.fmu_methods))]
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
    as_fmu = False  # values are compared bit by bit; rows of FMUs without states lie beside their times by rounding

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


class Signals(Case):
    model, intervals, as_c, as_fmu = "M", 7, False, False  # from outside nobody knows that a signal is one of time
    methods = SEVERAL

    def __init__(self, seed):
        self.made = random_signals.make(seed)

    def text(self):
        return self.made.text()

    def wrong(self, rows):
        return next(filter(None, map(self.made.wrong, rows)), "")


class Sizes(Case):
    """Laws with closed forms whose quantities and times have any size."""

    model, methods, intervals, c_steps = "M", SEVERAL + ("auto",), 7, 2100

    def __init__(self, seed):
        self.made = random_sizes.Model(seed)
        self.stop = self.made.stop

    def text(self):
        return self.made.text()

    def smaller(self, fails):
        self.made.smaller(fails)

    def wrong(self, rows):
        return next(filter(None, map(self.made.wrong, rows)), "")


class Rows(Case):
    """Each row must fulfil the equations: those with derivatives in one exact run, and every run must agree with it, as far as the solution
    is a stable one: a machine that falls out of step makes ten thousand errors of one (1911210.1). By how much is seen in another run."""

    intervals, stop, as_c, module = 20, 1.0, False, None
    as_fmu = False  # its checks need the parameters
    options = ("--no-event-rows",)  # events of two runs are not at the very same times
    methods = ("ida", "cvode", "auto", "inline:bdf", "inline:mixed", "inline:be", "inline:trapezoid", "inline:bi2", "inline:am3", "inline:radau3", "inline:radau5",
               "inline:lobatto4", "inline:sdirk4")
    allowed = 5e-3
    loose = {"inline:be": 0.1, "inline:trapezoid": 0.03, "inline:bi2": 0.03, "inline:am3": 0.02, "inline:radau3": 0.02}

    unstable, most_unstable = 100, 10  # so many errors of a run that is ten times as exact, and so many times what is allowed

    def __init__(self, seed):
        self.made, self.exact = self.module.make(seed), None

    def text(self):
        return self.made.text()

    def reference(self):
        if self.exact is None:
            with tempfile.TemporaryDirectory() as folder:
                loose, self.tolerance = self.tolerance, 1e-9
                rows, said = simulated(self, ["--method", "ida"], folder)
                self.tolerance = loose / 10
                self.near = simulated(self, ["--method", "ida"], folder)[0] or rows
                self.tolerance = loose
            wrong = next(filter(None, (self.made.wrong(row, 1e-6, True) for row in rows or ())), "")
            self.exact = rows, said or wrong
        return self.exact

    def wrong(self, rows):
        exact, said = self.reference()
        if said:
            return said
        allowed = max((bound for method, bound in self.loose.items() if method in self.way), default=self.allowed)
        for row, right, near in zip(rows, exact, self.near, strict=True):
            wrong = self.made.wrong(row, 1e-4, False, allowed / 10 if allowed == self.allowed else allowed)
            if wrong:
                return wrong
            for name, value in right.items():
                size = allowed * max(1.0, abs(value), self.made.size(name))
                size = max(size, min(self.most_unstable * size, self.unstable * abs(near[name] - value)))
                if not name.startswith("der(") and not abs(row[name] - value) <= size:
                    return f"{name}({row['time']!r}) = {row[name]!r} instead of {value!r}"
        return ""

    def smaller(self, fails):
        def still():
            self.exact = None
            return fails()

        self.made.reduce(still)


class Grids(Rows):
    module, as_fmu = random_grids, True


class Rolling(Rows):
    module, model = random_rolling, "M"


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


class Relatives(Case):
    """A golden model written otherwise, beside itself run by IDA at a tight tolerance."""

    as_c, as_fmu, intervals, tolerance = False, False, 60, 1e-6
    methods = ("auto", "ida", "cvode", "inline:bdf", "inline:radau5", "inline:sdirk4")
    models, known = None, {}

    def __init__(self, seed):
        rng = random.Random(seed)
        if Relatives.models is None:
            Relatives.models = random_relatives.golden_models(formola_program.ROOT)
        while True:
            self.chosen = rng.choice(self.models)
            if str(self.chosen) not in self.known:
                self.known[str(self.chosen)] = self.look()
            if self.known[str(self.chosen)]:
                break
        flat, self.reference, self.rough, self.span = self.known[str(self.chosen)]
        self.made, self.names, self.scale, self.done = random_relatives.make(flat, rng)
        self.model = random_relatives.Flat(flat).name
        self.start, self.stop = (t / self.scale for t in self.span)
        if rng.random() < 0.2:
            self.passes = ["--disable-pass=" + rng.choice(optional_passes())]
        else:
            self.passes = []

    def ways(self, rng):
        return [way + self.passes if way != "c" else way for way in super().ways(rng)]

    def look(self):
        """(flat text, rows of a tight and of a rough run, start and stop); None where it is of no use."""
        done = run_program("flatten", "--standalone", *self.chosen.inputs)
        if done.returncode != 0:
            return None
        flat = done.stdout
        span = [self.chosen.options.get("start"), self.chosen.options.get("stop")]
        for k, (name, otherwise) in enumerate((("StartTime", 0.0), ("StopTime", 1.0))):
            given = re.search(rf"experiment\(.*?{name} = ([\d.eE+-]+)", flat)
            if span[k] is None:
                span[k] = float(given.group(1)) if given else otherwise
        self.made, self.start, self.stop = None, *span
        runs = []
        with tempfile.TemporaryDirectory() as folder:
            for tolerance in (1e-8, 1e-6):
                self.tolerance = tolerance
                rows, _ = simulated(self, ["--method", "ida"], folder)
                if not rows:
                    return None
                runs.append(rows)
        self.tolerance = Relatives.tolerance
        # Hints stand for something only where they were written; a derivative that is none knows the unit of time.
        if "relax(" in flat or "residue(" in flat or "noDerivative" in flat:
            return None
        try:
            random_relatives.Flat(flat)
        except random_relatives.Unfit:
            return None
        return flat, *runs, span

    def inputs(self, model):
        return [str(model), self.model] if self.made else list(map(str, self.chosen.inputs))

    def text(self):
        return f"// {self.chosen}: {', '.join(self.done)}\n{self.made}" if self.made else ""

    def wrong(self, rows):
        return random_relatives.difference(self.reference, self.rough, rows, self.again, time_scale=self.scale, names=self.names)

    def again(self):
        """Rows of the same way with a hundredth of the tolerance."""
        self.tolerance = Relatives.tolerance / 100
        try:
            with tempfile.TemporaryDirectory() as folder:
                return simulated(self, self.way, folder)[0]
        finally:
            self.tolerance = Relatives.tolerance


class Lanes(Case):
    """Models of other families as sweeps on lanes, against single runs."""

    families, as_c = ("motions", "switches", "hybrid", "networks", "signals", "grids", "rolling", "events", "instants", "clocks", "derivatives"), False

    def __init__(self, seed):
        self.seed, rng = seed, random.Random(seed)
        for attempt in range(100):
            self.inner = FAMILIES[rng.choice(self.families)](f"{seed}/{attempt}")
            self.model, self.start, self.stop = self.inner.model, self.inner.start, self.inner.stop
            try:
                self.text()
                return
            except random_lanes.Unfit:
                continue

    def text(self):
        return random_lanes.varied(self.inner.text(), self.model, random.Random(self.seed))

    def ways(self, rng):
        return [random_lanes.options(rng)]

    def difference(self, way, folder):
        model = pathlib.Path(folder) / "case.mo"
        model.write_text(self.text(), encoding="utf-8")
        study = random_lanes.Study(run_program, model, self.model, (self.start, self.stop), way, pathlib.Path(folder))
        return study.difference()

    def smaller(self, fails):
        def still():
            try:
                return fails()
            except random_lanes.Unfit:
                return False

        self.inner.smaller(still)


FAMILIES = {"programs": Programs, "algorithms": Algorithms, "events": Events, "classes": Classes, "circuits": Circuits,
            "hybrid": Hybrid, "networks": Networks, "motions": Motions,
            "switches": Switches, "streams": Streams, "derivatives": Derivatives, "instants": Instants, "clocks": Clocks,
             "signals": Signals, "sizes": Sizes, "relatives": Relatives, "grids": Grids, "rolling": Rolling, "lanes": Lanes}


# ---- running


def numbers(row):
    return {name: float(value) for name, value in row.items() if name is not None and value not in (None, "")}


def run_program(*arguments):
    return subprocess.run([str(formola_program.program()), *map(str, arguments)], capture_output=True, text=True, check=False, timeout=120,
                          env=dict(os.environ, NO_COLOR="1", FORMOLA_CACHE_SIZE="0"))


@functools.cache
def optional_passes():
    """Names of passes that may be left out; without index reduction few models can be run."""
    return re.findall(r"^PASS\((\w+), \w+, true,", (formola_program.ROOT / "src/support/passes.def").read_text(encoding="utf-8").replace("PASS(reduceIndex", ""), re.MULTILINE)


def simulated(case, options, folder):
    """(rows with parameters, "") or (None, what was said)."""
    model, table, report = (pathlib.Path(folder) / n for n in ("case.mo", "case.csv", "case.json"))
    model.write_text(case.text(), encoding="utf-8")
    table.unlink(missing_ok=True)
    command = [str(formola_program.program()), "simulate", "--quiet", *case.inputs(model), "--start", repr(case.start), "--stop", repr(case.stop), "--intervals",
               str(case.intervals), "--tolerance", repr(case.tolerance), "--output", str(table), "--report", str(report), *case.options, *options]
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


def run_as_fmu(case, version, method, folder):
    """As run_as_c(), by an FMU for model exchange and our own import."""
    model, fmu, table = (pathlib.Path(folder) / n for n in ("case.mo", "case.fmu", "case.csv"))
    model.write_text(case.text(), encoding="utf-8")
    done = run_program("export", "--quiet", model, case.model, "--fmi", version, "--kind", "me", "--output", fmu)
    if "[NotTranslatable]" in done.stderr:
        return [], ""
    if done.returncode != 0:
        return None, f"exit status {done.returncode}\n{done.stderr}"
    table.unlink(missing_ok=True)
    done = run_program("simulate", "--quiet", fmu, "--trust", "all", "--method", method, "--start", repr(case.start), "--stop", repr(case.stop),
                       "--intervals", case.intervals, "--tolerance", repr(case.tolerance), "--output", table, *case.options)
    if done.returncode != 0:
        return None, f"exit status {done.returncode}\n{done.stderr}"
    with table.open(encoding="utf-8", newline="") as file:
        return [numbers(row) for row in csv.DictReader(file)], ""


def difference(case, way, folder):
    """What is wrong with a case run in a way; "" where nothing is."""
    case.way = way
    try:
        if hasattr(case, "difference"):
            return case.difference(way, folder)
        if way == "c":
            rows, said = run_as_c(case, folder)
        elif way[0] == "fmu":
            rows, said = run_as_fmu(case, *way[1:], folder)
        else:
            rows, said = simulated(case, way, folder)
    except subprocess.TimeoutExpired:
        return "no end within two minutes"
    if rows is None:
        return said
    if way != "c" and way[0] != "fmu":
        return case.wrong(rows)
    before = getattr(case, "allowed", None)
    if case.c_allowed and way == "c":
        case.allowed = case.c_allowed
    try:
        return case.wrong([WithParameters(row) for row in rows]) if rows else ""
    finally:
        if before is not None:
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
