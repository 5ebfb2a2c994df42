"""Random clocked models (specification chapter 16), and what their signals are at each tick with rational numbers.

Signals are sampled from functions of time on clocks with rational intervals, sampled down and up, shifted forth and back, delayed by
previous(), added up, and held. Signals of clocks with the same base, interval and first tick are combined: Formola has to find out
that they are the same clock.
"""

import random
import re
from fractions import Fraction
from math import floor


def shown(x):
    return f"({float(x)!r})" if x < 0 else repr(float(x))


class Signal:
    """A clocked signal: its clock (base, interval, first tick) and its values at the ticks up to the end."""

    def __init__(self, name, text, clock, values, start=Fraction(0)):
        self.name, self.text, self.clock, self.values, self.start = name, text, clock, values, start

    def times(self):
        _, interval, first = self.clock
        return [first + k * interval for k in range(len(self.values))]

    def latest(self, t, strictly=False):
        """The value at the last tick up to (or before) t."""
        _, interval, first = self.clock
        if t < first:
            return self.start
        k = floor((t - first) / interval)
        if strictly and first + k * interval == t:
            k -= 1
        return self.values[k] if k >= 0 else self.start


class Model:
    def __init__(self):
        self.clocks, self.signals, self.held, self.stop = [], [], [], Fraction(0)

    def text(self):
        lines = ["model M"]
        lines += [f"  Clock {name} = Clock({interval.numerator}, {interval.denominator});" for name, interval in self.clocks]
        lines += [f"  Real {s.name}(start = {shown(s.start)});" for s in self.signals]
        lines += [f"  Real h{s.name};" for s in self.held]
        lines.append("equation")
        lines += [f"  {s.name} = {s.text};" for s in self.signals]
        lines += [f"  h{s.name} = hold({s.name});" for s in self.held]
        return "\n".join([*lines, "end M;", ""])

    def reduce(self, fails):
        """Leaves out signals that no other needs as long as fails() holds."""
        again = True
        while again:
            again = False
            for s in reversed(self.signals):
                word = re.compile(rf"\b{s.name}\b")
                if any(word.search(other.text) for other in self.signals if other is not s):
                    continue
                signals, held = self.signals, self.held
                self.signals, self.held = [x for x in signals if x is not s], [x for x in held if x is not s]
                if fails():
                    again = True
                    break
                self.signals, self.held = signals, held

    def at(self, t):
        """{column: value} at a time, without signals that tick near it."""
        row = {}
        for s in self.held:
            _, interval, first = s.clock
            ticks = (Fraction(t) - first) / interval
            if abs(ticks - round(ticks)) * interval > Fraction(1, 10**7):
                row[f"h{s.name}"] = float(s.latest(Fraction(t)))
        return row


class Generator:
    def __init__(self, rng):
        self.rng, self.model = rng, Model()
        self.model.stop = Fraction(rng.randint(8, 20), 8) + Fraction(1, 97)

    def number(self):
        return Fraction(self.rng.randint(-24, 24), 8)

    def ticks(self, clock):
        _, interval, first = clock
        return [first + k * interval for k in range(floor((self.model.stop - first) / interval) + 1)] if first <= self.model.stop else []

    def add(self, text, clock, values, start=Fraction(0)):
        made = Signal(f"s{len(self.model.signals) + 1}", text, clock, values, start)
        self.model.signals.append(made)
        return made

    def make(self):
        rng, model = self.rng, self.model
        for i in range(rng.randint(1, 2)):
            interval = Fraction(rng.randint(1, 6), rng.choice([8, 10, 20]))
            name = f"c{i + 1}"
            model.clocks.append((name, interval))
            self.sample(name, interval)
        for _ in range(rng.randint(2, 9)):
            self.operation()
        model.held = [s for s in model.signals if self.ticks(s.clock)]
        return model

    def sample(self, name, interval):
        a, b = self.number(), self.number()
        clock = (name, interval, Fraction(0))
        self.add(f"sample({shown(a)}*time + {shown(b)}, {name})", clock, [a * t + b for t in self.ticks(clock)])

    def operation(self):
        rng = self.rng
        u = rng.choice(self.model.signals)
        base, interval, first = u.clock
        kind = rng.choice(["previous", "sum", "sub", "super", "shift", "back", "combine", "combine", "sum", "again", "gain"])
        if kind == "previous":
            self.add(f"previous({u.name})", u.clock, [u.start, *u.values[:-1]] if u.values else [])
        elif kind == "sum":
            start, factor, total = self.number(), Fraction(rng.choice([1, -1, 2]), 2), []
            name = f"s{len(self.model.signals) + 1}"
            before = start
            for v in u.values:
                before = factor * before + v
                total.append(before)
            self.add(f"{shown(factor)}*previous({name}) + {u.name}", u.clock, total, start)
        elif kind == "gain":
            k, c = self.number(), self.number()
            self.add(f"{shown(k)}*{u.name} + {shown(c)}*interval({u.name})", u.clock, [k * v + c * interval for v in u.values])
        elif kind == "sub":
            n = rng.randint(2, 4)
            self.derived(f"subSample({u.name}, {n})", u, (base, interval * n, first))
        elif kind == "super":
            n = rng.randint(2, 3)
            if interval / n >= Fraction(1, 60):
                self.derived(f"superSample({u.name}, {n})", u, (base, interval / n, first))
        elif kind == "shift":
            n, r = rng.randint(1, 4), rng.randint(1, 3)
            self.derived(f"shiftSample({u.name}, {n}, {r})", u, (base, interval, first + interval * n / r))
        elif kind == "back":
            n, r = rng.randint(1, 2), rng.randint(1, 3)
            begin = first - interval * n / r
            if begin >= 0:
                clock = (base, interval, begin)
                self.add(f"backSample({u.name}, {n}, {r})", clock, [u.latest(t) for t in self.ticks(clock)])
        elif kind == "again" and len(self.model.clocks) > 1:
            name, width = next(c for c in self.model.clocks if c[0] != base)
            clock = (name, width, Fraction(0))
            if u.clock[0] != name:  # hold() has its value of before where both tick
                self.add(f"sample(hold({u.name}), {name})", clock, [u.latest(t, strictly=True) for t in self.ticks(clock)])
        elif kind == "combine":
            same = [s for s in self.model.signals if s.clock == u.clock]
            v = rng.choice(same)
            k = self.number()
            self.add(f"{u.name} + {shown(k)}*{v.name}", u.clock, [a + k * b for a, b in zip(u.values, v.values)])

    def derived(self, text, u, clock):
        self.add(text, clock, [u.latest(t) for t in self.ticks(clock)])


def make(seed):
    return Generator(random.Random(seed)).make()
