"""Random functions of time with events, in runs that begin anywhere: integer functions, samples and comparisons, with rational numbers."""

import math
import random
from fractions import Fraction

COLUMNS = ("f", "c", "m", "r", "d", "g", "w", "n")


class Model:
    def __init__(self, rng):
        self.start = rng.choice((0.0, -1000.3, 12345.678, 1e6 + 0.1, -7.25, 3.5))
        self.length = rng.choice((1.0, 3.7, 0.01, 250.0))
        self.stop = self.start + self.length
        self.slope = rng.choice((-1, 1)) * rng.uniform(0.5, 12) / self.length
        self.offset = rng.uniform(-3, 3)
        self.divisor = rng.choice((-1, 1)) * rng.uniform(0.1, 0.9) * self.length
        self.first = self.start + rng.uniform(-0.4, 0.4) * self.length
        self.interval = rng.uniform(0.05, 0.4) * self.length
        self.level = self.start + rng.uniform(0.1, 0.9) * self.length
        self.state = rng.random() < 0.6

    def text(self):
        lines = ["model M"]
        if self.state:
            lines.append("  Real x(start = 1, fixed = true);")
        lines += [f"  Real f = floor(({self.slope!r})*(time - ({self.start!r})) + ({self.offset!r}));",
                  f"  Real c = ceil(({self.slope!r})*time);",
                  f"  Real m = mod(time, {self.divisor!r});",
                  f"  Real r = rem(time, {abs(self.divisor)!r});",
                  f"  Integer d = integer(div(time, {self.divisor!r}));",
                  f"  Boolean g = time > {self.level!r};",
                  "  Integer n(start = 0, fixed = true), w(start = 0, fixed = true);",
                  "equation"]
        if self.state:
            lines.append(f"  der(x) = -x/{self.length!r};")
        lines += [f"  when sample({self.first!r}, {self.interval!r}) then\n    n = pre(n) + 1;\n  end when;",
                  "  when g then\n    w = pre(w) + 1;\n  end when;", "end M;"]
        return "\n".join(lines) + "\n"

    def values(self, t):
        slope, offset, divisor, first, interval, start = map(
            Fraction, (self.slope, self.offset, self.divisor, self.first, self.interval, self.start))
        before = max(0, math.ceil((start - first) / interval))  # samples before the run
        return {"f": math.floor(slope * (t - start) + offset), "c": math.ceil(slope * t), "m": t - math.floor(t / divisor) * divisor,
                "r": t - math.trunc(t / abs(divisor)) * abs(divisor), "d": math.trunc(t / divisor), "g": int(t > Fraction(self.level)),
                "w": int(t > Fraction(self.level)), "n": max(0, math.floor((t - first) / interval) + 1 - before)}

    def wrong(self, row):
        """What is wrong in a row; near events the values of both sides are right."""
        t = Fraction(row["time"])
        near = Fraction(max(abs(self.start), abs(self.stop))) / 10**14 + Fraction(self.length) / 10**11
        sides = [self.values(t + k * near) for k in (-1, 0, 1)]
        for name in COLUMNS:
            if not any(abs(row[name] - float(s[name])) <= 1e-7 + 2 * float(near) for s in sides):
                return f"{name}({row['time']!r}) = {row[name]!r} instead of {float(sides[1][name])!r}"
        return ""


def make(seed):
    return Model(random.Random(f"instants {seed}"))
