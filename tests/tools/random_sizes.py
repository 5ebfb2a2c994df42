"""Random laws with quantities and times of all sizes, from femto to giga, whose motion has a closed form.

Sizes are told as people do: by start values below a thousandth alone, by nominal values where something begins at zero or is large. Each law
also tells when it passes a bound of its own size.
"""

import math
import random

RELATIVE = 5e-3  # of a value, and of the time of an event: many times what the tolerance asks for
SMALL = 1e-3  # start values below it tell the size


class Law:
    """Declarations, equations, value(t) of `name`, and the first time at which it passes `bound` (None: never)."""

    def __init__(self, rng, name, scale):
        self.name, self.size = name, 10 ** rng.uniform(-13, 9)
        self.rate = rng.uniform(0.5, 2) / scale
        self.scale, self.zero = scale, False
        getattr(self, rng.choice(("decay", "growth", "logistic", "filling", "circle", "cube", "product")))(rng)

    def start(self):
        size = "" if self.size < SMALL and not self.zero else f", nominal = {self.size!r}"
        return f"start = {0.0 if self.zero else self.size!r}, fixed = true{size}"

    def one(self, equation, value, rng, reach):
        """A law of first order; reach: the value of the bound, and when it is passed."""
        self.declared = [f"Real {self.name}({self.start()});"]
        self.equations = [f"der({self.name}) = {equation};"]
        self.value, (self.bound, self.passed) = value, reach
        self.rises = self.bound > value(0)

    def decay(self, rng):
        part = rng.uniform(0.2, 0.9)
        self.one(f"-{self.rate!r}*{self.name}", lambda t: self.size * math.exp(-self.rate * t), rng, (part * self.size, -math.log(part) / self.rate))

    def growth(self, rng):
        k, part = self.rate * rng.uniform(1, 8), rng.uniform(1.2, 3)
        self.one(f"{k!r}*{self.name}", lambda t: self.size * math.exp(k * t), rng, (part * self.size, math.log(part) / k))

    def logistic(self, rng):
        k, most, part = self.rate * rng.uniform(5, 15), self.size * 10 ** rng.uniform(1, 6), rng.uniform(0.1, 0.9)
        ratio = most / self.size - 1
        self.one(f"{k!r}*{self.name}*(1 - {self.name}/{most!r})", lambda t: most / (1 + ratio * math.exp(-k * t)), rng,
                 (part * most, math.log(ratio * part / (1 - part)) / k))

    def filling(self, rng):
        self.zero = True
        part = rng.uniform(0.1, 0.8)
        self.one(f"{self.rate!r}*({self.size!r} - {self.name})", lambda t: -self.size * math.expm1(-self.rate * t), rng,
                 (part * self.size, -math.log1p(-part) / self.rate))

    def circle(self, rng):
        n, w = self.name, self.rate
        self.declared = [f"Real {n}({self.start()});", f"Real {n}y(start = 0, fixed = true, nominal = {self.size!r});"]
        self.equations = [f"der({n}) = -{w!r}*{n}y;", f"der({n}y) = {w!r}*{n};"]
        part = rng.uniform(-0.8, 0.8)
        self.value = lambda t: self.size * math.cos(w * t)
        self.bound, self.passed, self.rises = part * self.size, math.acos(part) / w, False

    def algebraic(self, text, value, rng):
        part = rng.uniform(1.1, 1.9)
        self.value = value
        self.equations = [text]
        self.bound, self.passed, self.rises = part * self.size, (part - 1) * self.scale, True

    def guess(self):
        return f"start = {self.size!r}" + ("" if self.size < SMALL else f", nominal = {self.size!r}")

    def cube(self, rng):
        n, s = self.name, self.size
        self.declared = [f"Real {n}({self.guess()}), {n}u = {s!r}*(1 + time/{self.scale!r});"]
        self.algebraic(f"{n}^3/{s * s!r} + {n} = {n}u^3/{s * s!r} + {n}u;", lambda t: s * (1 + t / self.scale), rng)

    def product(self, rng):
        n, s = self.name, self.size
        self.declared = [f"Real {n}({self.guess()}, min = 0), {n}o({self.guess()}, min = 0), {n}u = {s!r}*(1 + time/{self.scale!r});"]
        self.algebraic(f"{n}*{n}o = {s * s!r};", lambda t: s * (1 + t / self.scale), rng)
        self.equations.append(f"{n} - {n}o = {n}u - {s * s!r}/{n}u;")


class Model:
    def __init__(self, seed):
        rng = random.Random(f"sizes {seed}")
        self.stop = 10 ** rng.uniform(-9, 8)
        self.laws = [Law(rng, f"x{i}", self.stop) for i in range(1, rng.randint(2, 5))]

    def text(self):
        lines = ["model M"]
        for law in self.laws:
            lines += [f"  {d}" for d in law.declared] + [f"  discrete Real {law.name}t(start = -1, fixed = true);"]
        lines.append("equation")
        for law in self.laws:
            lines += [f"  {e}" for e in law.equations]
            lines += [f"  when {law.name} {'>' if law.rises else '<'} {law.bound!r} then", f"    {law.name}t = time;", "  end when;"]
        return "\n".join(lines + ["end M;"]) + "\n"

    def smaller(self, fails):
        """Leaves out laws that are not needed."""
        for law in list(self.laws):
            if len(self.laws) > 1:
                kept, self.laws = self.laws, [x for x in self.laws if x is not law]
                if not fails():
                    self.laws = kept

    def wrong(self, row):
        t = row["time"]
        for law in self.laws:
            value, want, happened = row[law.name], law.value(t), row[law.name + "t"]
            if not abs(value - want) <= RELATIVE * max(abs(want), law.size * 0.1):
                return f"{law.name}({t!r}) = {value!r} instead of {want!r}"
            if abs(t - law.passed) <= RELATIVE * self.stop:
                continue
            if t < law.passed and happened != -1:
                return f"{law.name} passes its bound at {happened!r} instead of {law.passed!r}"
            if t > law.passed and not abs(happened - law.passed) <= RELATIVE * self.stop:
                return f"{law.name} passes its bound at {happened!r} instead of {law.passed!r}"
        return ""
