"""Random conditions on fast signals of time beside slow states: every change is an event, and integrals behind them are exact.

The evaluator samples each condition so densely that nothing can be between two points (signals have bounded rates, or are
pulses whose place is known) and finds the changes by bisection."""

import bisect
import math
import random


class Signal:
    """A function of time as text and as a Python function, with the places where it is narrow and its fastest rate in rad/s."""

    def __init__(self, text, f, rate, places=()):
        self.text, self.f, self.rate, self.places = text, f, rate, list(places)


def number(rng, low, high):
    return round(rng.uniform(low, high), 4)


def wave(rng):
    w, p, a = number(rng, 50, 4000), number(rng, 0, 6), number(rng, 0.3, 2)
    if rng.random() < 0.25:
        return Signal(f"{a}*sin({w}*time^2 + {p})", lambda t: a * math.sin(w * t * t + p), 2 * w)
    f = rng.choice(("sin", "cos"))
    of = getattr(math, f)
    return Signal(f"{a}*{f}({w}*time + {p})", lambda t: a * of(w * t + p), w)


def pulse(rng):
    at, width, a = number(rng, 0.05, 0.95), 10 ** rng.uniform(-5, -2), number(rng, 0.5, 3)
    shape = rng.randrange(3)
    if shape == 0:
        return Signal(f"{a}*exp(-((time - {at})/{width!r})^2)", lambda t: a * math.exp(-((t - at) / width) ** 2), 1, [(at, width)])
    if shape == 1:
        return Signal(f"{a}/(1 + ((time - {at})/{width!r})^2)", lambda t: a / (1 + ((t - at) / width) ** 2), 1, [(at, width)])
    return Signal(f"max(0, {a} - abs(time - {at})/{width!r})", lambda t: max(0.0, a - abs(t - at) / width), 1, [(at, width)])


def combined(rng):
    if rng.random() < 0.4:
        return rng.choice((wave, pulse))(rng)
    a, b = rng.choice((wave, pulse))(rng), rng.choice((wave, pulse))(rng)
    rate, places = a.rate + b.rate, a.places + b.places
    kind = rng.randrange(5)
    if kind == 0:
        return Signal(f"({a.text} + {b.text})", lambda t: a.f(t) + b.f(t), rate, places)
    if kind == 1:
        return Signal(f"({a.text})*({b.text})", lambda t: a.f(t) * b.f(t), rate, places)
    if kind == 2:
        return Signal(f"max({a.text}, {b.text})", lambda t: max(a.f(t), b.f(t)), rate, places)
    if kind == 3:
        return Signal(f"abs({a.text})", lambda t: abs(a.f(t)), 2 * a.rate, a.places)
    k = number(rng, 0.5, 3)
    return Signal(f"({a.text})*exp(-{k}*time)", lambda t: a.f(t) * math.exp(-k * t), a.rate + k, a.places)


class Model:
    stop = 1.0

    def __init__(self, rng):
        self.signal = combined(rng)
        self.level = number(rng, -1.2, 1.2)
        self.slow = rng.choice(("", "state", "chain"))
        self.slope = number(rng, -0.3, 0.3)
        self.divider = rng.random() < 0.3

    def text(self):
        level = {"": repr(self.level), "state": "x", "chain": f"(2*y + ({self.level!r}))"}[self.slow]
        lines = ["model M", f"  Real x(start = {self.level!r}, fixed = true), w(start = 1, fixed = true);", "  Real y = 0.5*x - 0.5*({!r});".format(self.level),
                 "  Integer n(start = 0, fixed = true);", "  Real z(start = 0, fixed = true);", f"  Real s = {self.signal.text}, v, i;", f"  Boolean b = v > {level};", "equation",
                 "  der(w) = -w;", f"  der(x) = {self.slope!r};", "  der(z) = if b then 1 else 0;",
                 "  when change(b) then\n    n = pre(n) + 1;\n  end when;"]
        lines += ["  2*s - v = 3*i;", "  v = 3*i;"] if self.divider else ["  v = s;", "  i = 0;"]
        return "\n".join(lines + ["end M;"]) + "\n"

    def distance(self, t):
        return self.signal.f(t) - (self.level + (self.slope * t if self.slow else 0))

    def changes(self):
        """The times at which the condition changes, and whether it holds at the start."""
        step = min(2e-3, 0.05 / self.signal.rate)
        times = [k * step for k in range(int(self.stop / step) + 1)] + [self.stop]
        for at, width in self.signal.places:
            times += [t for k in range(-400, 401) if 0 < (t := at + k * width / 40) < self.stop]
        times.sort()
        values = [self.distance(t) > 0 for t in times]
        found = []
        for a, b, left, right in zip(times, times[1:], values, values[1:]):
            if left == right:
                continue
            while b - a > 1e-14:
                middle = (a + b) / 2
                if middle in (a, b):
                    break
                a, b = (middle, b) if (self.distance(middle) > 0) == left else (a, middle)
            found.append(b)
        return found, values[0]

    def unclear(self):
        """Where the condition is nearly touched, both answers are right: such a model says nothing."""
        step = min(2e-3, 0.05 / self.signal.rate) / 2
        points = [k * step for k in range(int(self.stop / step) + 1)]
        for at, width in self.signal.places:
            points += [at + k * width / 80 for k in range(-800, 801)]
        points.sort()
        values = [self.distance(t) for t in points]
        near = 0.15 if "max(" in self.signal.text or "abs(" in self.signal.text else 2e-3  # tips of kinks lie between the points
        return abs(values[0]) < near or any(abs(b) < near and (b - a) * (c - b) <= 0 for a, b, c in zip(values, values[1:], values[2:]))

    def expected(self):
        if not hasattr(self, "found"):
            self.found, self.holds = self.changes()
        return self.found, self.holds

    def wrong(self, row):
        found, holds = self.expected()
        t = row["time"]
        n = bisect.bisect_right(found, t)
        on, last, state = 0.0, 0.0, holds
        for change in found[:n]:
            on += (change - last) if state else 0
            last, state = change, not state
        on += (t - last) if state else 0
        near = any(abs(t - change) < 1e-7 for change in found)
        if not near and row["n"] != n:
            return f"n({t!r}) = {row['n']!r} instead of {n!r}"
        if abs(row["z"] - on) > 1e-5 + 1e-6 * n:
            return f"z({t!r}) = {row['z']!r} instead of {on!r}"
        return ""


def make(seed):
    rng = random.Random(f"signals {seed}")
    while True:
        model = Model(rng)
        if not model.unclear():
            return model
