"""Trajectories read from CSV, and their comparison with formulas, references and each other.

A deviation is measured against the size of the signal: |value - expected| may be at most tolerance
times the largest |expected| over the whole time span (times 1 where the signal is zero throughout).
"""

import bisect
import csv
import math
import re

# Around an event the two sides of a jump may be reported at slightly different times. Within this
# part of the time span a value may therefore be that of either side.
TIME_SLACK = 1e-6


class Trajectory:
    """Columns of numbers by name; `time` never decreases."""

    def __init__(self, names, rows):
        self.names = names
        self.time = [row[0] for row in rows]
        self.columns = {name: [row[i] for row in rows] for i, name in enumerate(names)}

    @property
    def span(self):
        return (self.time[-1] - self.time[0]) or 1.0

    def not_finite(self):
        """One message for each column with an infinite value or NaN."""
        problems = []
        for name, column in self.columns.items():
            bad = next((i for i, value in enumerate(column) if not math.isfinite(value)), None)
            if bad is not None:
                problems.append(f"{name} at time {self.time[bad]!r}: {column[bad]!r}")
        return problems

    def band(self, name, time, slack):
        """The least and greatest value of a signal within [time - slack, time + slack]."""
        column = self.columns[name]
        low = bisect.bisect_left(self.time, time - slack)
        high = bisect.bisect_right(self.time, time + slack)
        values = column[low:high]
        values += [self._at(column, t) for t in (time - slack, time + slack)]
        return min(values), max(values)

    def _at(self, column, time):
        """Linear interpolation; constant outside the time span."""
        right = bisect.bisect_left(self.time, time)
        if right == 0:
            return column[0]
        if right == len(self.time):
            return column[-1]
        t0, t1 = self.time[right - 1], self.time[right]
        weight = (time - t0) / (t1 - t0) if t1 > t0 else 1.0
        return column[right - 1] + weight * (column[right] - column[right - 1])


def number(text):
    lowered = text.strip().lower()
    return {"true": 1.0, "false": 0.0}.get(lowered) if lowered in ("true", "false") else float(text)


def read_csv(path):
    """Raises ValueError with an explanation when the file is no trajectory."""
    with open(path, newline="", encoding="utf-8") as file:
        lines = [row for row in csv.reader(file) if row]
    if len(lines) < 2:
        raise ValueError(f"{path.name} has no rows")
    names = [name.strip() for name in lines[0]]
    if names[0].lower() != "time":
        raise ValueError(f"the first column of {path.name} is {names[0]}, not time")
    rows = []
    for count, line in enumerate(lines[1:], 2):
        if len(line) != len(names):
            raise ValueError(f"{path.name}:{count}: {len(line)} values for {len(names)} columns")
        try:
            rows.append([number(text) for text in line])
        except ValueError as error:
            raise ValueError(f"{path.name}:{count}: {error}") from error
    if any(later[0] < earlier[0] for earlier, later in zip(rows, rows[1:])):
        raise ValueError(f"{path.name}: time decreases")
    return Trajectory(names, rows)


def scale_of(values):
    largest = max(abs(value) for value in values)
    return largest if largest > 0 and math.isfinite(largest) else 1.0


class Formula:
    """`name = expression`: Python syntax with math functions, `time`, `^` for powers, and other columns.

    Simple names of columns may be used; a column with dots or brackets may not.
    """

    def __init__(self, text):
        # The "=" of a definition, not that of ==, <= or >=.
        match = re.match(r"^(.*?[^=<>!])=([^=].*)$", text)
        if not match:
            raise ValueError(f"not of the form name = expression: {text}")
        self.text = text
        self.name = match.group(1).strip()
        self.code = compile(match.group(2).strip().replace("^", "**"), text, "eval")
        self.names = {n: getattr(math, n) for n in dir(math) if not n.startswith("_")}
        self.names |= {"abs": abs, "min": min, "max": max, "sign": lambda v: (v > 0) - (v < 0)}

    def at(self, time, row):
        return float(eval(self.code, {"__builtins__": {}}, self.names | row | {"time": time}))


def failure(name, time, value, expected, allowed):
    return f"{name} at time {time!r}: {value!r}, expected {expected!r} (± {allowed:.3g})"


def compare_formula(result, formula, tolerance, only_final=False):
    """The worst violation as a message, or None."""
    if formula.name not in result.columns:
        return f"{formula.name} is not in the result"
    try:
        return worst_deviation(result, formula, tolerance, only_final)
    except Exception as error:  # whatever a wrong formula raises belongs in the report
        return f"cannot evaluate {formula.text}: {error!r}"


def deviations(result, formula, only_final=False):
    """(index of a row, deviation, expected value) for each row, at events from the nearer side."""
    simple = [name for name in result.names if name.isidentifier()]
    slack = TIME_SLACK * result.span
    for i in range(len(result.time))[-1:] if only_final else range(len(result.time)):
        row = {name: result.columns[name][i] for name in simple}
        time, value = result.time[i], result.columns[formula.name][i]
        expected = formula.at(time, row)
        error = abs(value - expected)
        if time in result.time[max(i - 1, 0) : i] + result.time[i + 1 : i + 2]:
            error = min(error, *(abs(value - formula.at(time + side, row)) for side in (-slack, slack)))
        yield i, error, expected


def worst_deviation(result, formula, tolerance, only_final):
    found = list(deviations(result, formula, only_final))
    allowed = tolerance * scale_of(expected for _, _, expected in found)
    worst = None
    for i, error, expected in found:
        if not error <= allowed and (worst is None or error > worst[0]):  # "not <=": also for NaN
            value = result.columns[formula.name][i]
            worst = error, failure(formula.name, result.time[i], value, expected, allowed)
    return worst[1] if worst else None


def relative_error(result, formula):
    """The largest deviation against the largest expected value."""
    found = list(deviations(result, formula))
    return max(error for _, error, _ in found) / scale_of(expected for _, _, expected in found)


def final_error(result, formula):
    """How far the last value is from the formula."""
    row = {name: result.columns[name][-1] for name in result.names if name.isidentifier()}
    return abs(result.columns[formula.name][-1] - formula.at(result.time[-1], row))


def compare_trajectories(result, reference, tolerance):
    """For each column of the reference its worst violation; an empty list when all agree."""
    slack = TIME_SLACK * reference.span
    problems = []
    if result.time[-1] < reference.time[-1] - slack:
        problems.append(f"ends at time {result.time[-1]!r}, the other at {reference.time[-1]!r}")
    for name in reference.names[1:]:
        if name not in result.columns:
            problems.append(f"{name} is not in the result")
            continue
        expected = reference.columns[name]
        allowed = tolerance * scale_of(expected)
        worst = None
        for time, value in zip(reference.time, expected):
            low, high = result.band(name, time, slack)
            error = max(low - value, value - high, 0.0)
            if not error <= allowed and (worst is None or error > worst[0]):
                nearest = min((low, high), key=lambda v, wanted=value: abs(v - wanted))
                worst = error, failure(name, time, nearest, value, allowed)
        if worst:
            problems.append(worst[1])
    return problems
