"""Random models of other families as sweeps: a few of their numbers differ from case to case.

Lanes must give what single runs of the same method give. Where a single run with a parameter that differs by a millionth gives
something else, the case decides nothing: an event hangs on rounding.
"""

import csv
import re

CASES, FIRST, LAST = 9, 0.5, 1.5  # of the parameter `lane`
# By fixed steps, and by steps that follow the tolerance.
FIXED = ("rk4", "euler", "inline:be", "inline:trapezoid", "inline:radau3", "inline:radau5", "inline:sdirk4", "inline:lobatto4")
CONTROLLED = ("dopri5", "inline:radau5", "inline:sdirk4", "inline:lobatto4")
STEPS = 400

NUMBER = re.compile(r"(?<![\w.])\d+\.\d+(?:[eE][+-]?\d+)?(?![\w.])")
# What must be known when a model is translated, or has no derivative by a number.
KEPT = re.compile(r"\b(?:Clock|shiftSample|subSample|superSample|annotation|interval|delay)\s*\([^()]*\)|\"[^\"]*\"|//.*")


class Unfit(Exception):
    """Nothing in the text can differ between cases."""


def varied(text, model, rng, most=4):
    """The text with a parameter `lane` of the model by which up to `most` of its numbers differ."""
    name = model.rsplit(".", 1)[-1]
    begin = re.search(rf"^\s*(?:partial )?model {name}\b(?: \"[^\"]*\")?\n", text, re.MULTILINE)
    end = text.rfind(f"end {name};")
    if not begin or end < 0:
        raise Unfit
    body = text[begin.end():end]
    kept = [span.span() for span in KEPT.finditer(body)]
    places = [n for n in NUMBER.finditer(body) if not any(a <= n.start() < b for a, b in kept)]
    if not places:
        raise Unfit
    for n in sorted(rng.sample(places, min(most, len(places))), key=lambda n: -n.start()):
        size = abs(float(n.group())) or 1.0
        by = f"{rng.choice('+-')} {size*rng.choice((0.03, 0.1, 0.3)):.6g}*lane"
        body = f"{body[:n.start()]}({n.group()} {by}){body[n.end():]}"
    return f"{text[:begin.end()]}  parameter Real lane = 1;\n{body}{text[end:]}"


def options(rng):
    """A method with fixed steps or without."""
    if rng.random() < 0.6:
        return ["--method", rng.choice(FIXED), "--step"]
    return ["--method", rng.choice(CONTROLLED)]


def close(x, y, allowed):
    return x == y or abs(x - y) <= allowed*max(1.0, abs(x), abs(y)) or (x != x and y != y)


def first_difference(single, lanes, allowed):
    """(number of the case, column) or nothing. Derivatives of inlined methods belong to their formula; whether a valve without
    voltage and current is open hangs on rounding, the currents tell where it matters."""
    for k, (a, b) in enumerate(zip(single, lanes, strict=True)):
        for name, value in a.items():
            if name == "status" and value != b[name]:
                return k, name
            if name.startswith("final(") and "der(" not in name and not name.endswith(".on)") and value and b[name] and not close(float(value), float(b[name]), allowed):
                return k, name
    return None


class Study:
    """Sweeps of one model in one way; `run` runs the program."""

    def __init__(self, run, model, name, span, way, folder):
        self.run, self.folder = run, folder
        steps = [repr((span[1] - span[0])/STEPS)] if way[-1] == "--step" else []
        self.fixed = bool(steps)
        self.allowed = 1e-6 if self.fixed else 1e-4
        self.common = ["sweep", str(model), name, "--start", repr(span[0]), "--stop", repr(span[1]), "--intervals", "5", "--filter", ".",
                       "--tolerance", "1e-9" if self.fixed else "1e-8", *way, *steps]

    def rows(self, device, first=FIRST, last=LAST, cases=CASES):
        """(rows, what was said); no rows: it does not run."""
        table = self.folder / f"{device}.csv"
        done = self.run(*self.common, "--set", f"lane={first!r}:{last!r}:{cases}", "--device", device, "--output", str(table))
        if done.returncode != 0:
            return None, done.stderr
        with table.open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file)), done.stdout + done.stderr

    def difference(self):
        """What is wrong; "" where nothing is."""
        lanes, said = self.rows("lanes")
        if lanes is None or "cases alone" not in said:
            return ""  # lanes cannot do everything
        single, _ = self.rows("threads")
        found = first_difference(single, lanes, self.allowed)
        if found is None:
            return ""
        k, name = found
        lane = FIRST + k*(LAST - FIRST)/(CASES - 1)
        for aside in (-1e-6, 1e-6):
            near, _ = self.rows("threads", lane + aside, lane + aside + 1e-9, 2)
            if first_difference([single[k]], near[:1], max(1e-4, self.allowed)):
                return ""
        return f"lane = {lane}: {name} = {lanes[k][name]} instead of {single[k][name]}"
