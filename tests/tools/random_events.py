"""Random programs of discrete variables driven by time, and what they must compute.

A program has samples, relations and integer functions of time, Boolean equations and when-equations. `Program.run` evaluates it
with rational numbers, written from the specification alone: at each instant there are two events, one at it and one right after
it (where `time > t` becomes true and `ceil(time)` steps), each iterated until nothing changes; sample() is true in the first pass
of the first one.
"""

import re
from fractions import Fraction
from math import floor

AT, AFTER = 0, 1
ASSIGNED = re.compile(r"^(\s*[bkn]\d+) =")


class Endless(Exception):
    """The event iteration of the program does not end."""


def number(value):
    text = repr(float(value))
    return f"({text})" if value < 0 else text


class Affine:
    """slope*time + offset."""

    def __init__(self, random):
        grain = random.choice([8, 8, 10, 100])
        self.slope = Fraction(random.randint(1, 6 * grain), grain) * random.choice([1, 1, 1, -1])
        self.offset = Fraction(random.randint(-2 * grain, 2 * grain), grain) if random.random() < 0.6 else Fraction(0)
        self.text = f"{number(self.slope)}*time + {number(self.offset)}"
        if random.random() < 0.3:
            self.text = f"{number(self.offset)} - {number(-self.slope)}*time"

    def at(self, t):
        return self.slope * t + self.offset

    def floor(self, t, side):
        x = self.at(t)
        return floor(x) - (1 if side == AFTER and self.slope < 0 and x == floor(x) else 0)

    def ceil(self, t, side):
        x = -self.at(t)
        return -(floor(x) - (1 if side == AFTER and self.slope > 0 and x == floor(x) else 0))

    def instants(self, end):
        """When it is an integer."""
        first, last = sorted((self.at(Fraction(0)), self.at(end)))
        return [(k - self.offset) / self.slope for k in range(floor(first), floor(last) + 2)]


class Steps:
    """An integer function of time."""

    def __init__(self, random):
        self.argument = Affine(random)
        self.function = random.choice(["floor", "ceil", "integer", "div"])
        self.text = f"{self.function}({self.argument.text}{', 1' if self.function == 'div' else ''})"
        self.text = f"integer({self.text})" if self.function != "integer" else self.text

    def value(self, moment):
        t, side = moment.time, moment.side
        if self.function == "ceil":
            return self.argument.ceil(t, side)
        down = self.argument.floor(t, side)
        return down if self.function != "div" or down >= 0 else self.argument.ceil(t, side)

    def instants(self, end):
        return self.argument.instants(end)


class Threshold:
    """A relation between slope*time + offset and 0, or between mod(time, period) and a part of the period."""

    def __init__(self, random):
        self.operator = random.choice(["<", "<=", ">", ">="])
        self.period = Fraction(random.randint(2, 12), random.choice([8, 10])) if random.random() < 0.4 else None
        if self.period is None:
            self.argument = Affine(random)
            self.text = f"{self.argument.text} {self.operator} 0"
        else:
            self.part = self.period * Fraction(random.randint(1, 7), 8)
            self.text = f"mod(time, {number(self.period)}) {self.operator} {number(self.part)}"

    def value(self, moment):
        if self.period is None:
            x, rising = self.argument.at(moment.time), self.argument.slope > 0
        else:
            x, rising = moment.time - self.period * floor(moment.time / self.period) - self.part, True
        if x == 0 and moment.side == AFTER:
            x = 1 if rising else -1
        return {"<": x < 0, "<=": x <= 0, ">": x > 0, ">=": x >= 0}[self.operator]

    def instants(self, end):
        if self.period is None:
            return [-self.argument.offset / self.argument.slope]
        periods = range(floor(end / self.period) + 1)
        return [k * self.period for k in periods] + [k * self.period + self.part for k in periods]


class Sample:
    def __init__(self, random):
        grain = random.choice([8, 10])
        self.start = Fraction(random.randint(0, grain), grain)
        self.interval = Fraction(random.randint(2, 2 * grain), grain)
        self.text = f"sample({number(self.start)}, {number(self.interval)})"

    def value(self, moment):
        ticks = (moment.time - self.start) / self.interval
        return moment.sampling and ticks >= 0 and ticks == floor(ticks)

    def instants(self, end):
        return [self.start + k * self.interval for k in range(max(0, floor((end - self.start) / self.interval)) + 1)]


class Moment:
    """Where the program is evaluated: the time and its side, the values so far and those before."""

    def __init__(self, time, side, sampling, before, initial):
        self.time, self.side, self.sampling, self.before, self.initial = time, side, sampling, before, initial
        self.values = {}


class Constant:
    def __init__(self, value):
        self.text, self.constant = (f"({value})" if value < 0 else str(value)), value

    def value(self, moment):
        return self.constant


class Of:
    """A function of values of the program: text with places, and the same in Python."""

    def __init__(self, text, operands, function):
        self.text = text.format(*(o.text for o in operands))
        self.operands, self.function = operands, function

    def value(self, moment):
        return self.function(*(o.value(moment) for o in self.operands))


class Name:
    """A variable, or what it was before: '{}', 'pre({})', 'edge({})', 'change({})'."""

    def __init__(self, name, form="{}"):
        self.text, self.name, self.form = form.format(name), name, form

    def value(self, moment):
        if self.form == "pre({})":
            return moment.before[self.name]
        now = moment.values[self.name]
        if self.form == "{}":
            return now
        return (now and not moment.before[self.name]) if self.form.startswith("edge") else now != moment.before[self.name]


class Generator:
    """Makes one program; a variable depends on the present values of earlier ones only."""

    def __init__(self, random):
        self.random, self.sources = random, []
        self.booleans, self.integers = [], []

    def source(self, kind):
        """A function of time, known to the evaluator as a source of events."""
        made = kind(self.random)
        self.sources.append(made)
        return made

    def condition(self, depth=0):
        choice = self.random.random()
        if depth < 2 and choice < 0.3:
            a, b = self.condition(depth + 1), self.condition(depth + 1)
            if self.random.random() < 0.5:
                return Of("({} and {})", [a, b], lambda x, y: x and y)
            return Of("({} or {})", [a, b], lambda x, y: x or y)
        if depth < 2 and choice < 0.36:
            return Of("(not {})", [self.condition(depth + 1)], lambda x: not x)
        if choice < 0.5 and self.booleans:
            return Name(self.random.choice(self.booleans), self.random.choice(["{}", "pre({})", "edge({})"]))
        if choice < 0.65 and self.integers:
            name = self.random.choice(self.integers)
            if self.random.random() < 0.4:
                return Name(name, "change({})")
            return Of("({} > {})", [self.integer(1), self.integer(1)], lambda x, y: x > y)
        if choice < 0.75:
            limit = Constant(self.random.randint(-2, 6))
            return Of("({} >= {})", [self.source(Steps), limit], lambda x, y: x >= y)
        return Of("({})", [self.source(Threshold)], lambda x: x)

    def trigger(self):
        choice = self.random.random()
        if choice < 0.35:
            return self.source(Sample)
        if choice < 0.55:
            return Of("({} and {})", [self.source(Sample), self.condition(1)], lambda x, y: x and y)
        return self.condition()

    def integer(self, depth=0):
        choice = self.random.random()
        if depth < 2 and choice < 0.25:
            a, b = self.integer(depth + 1), self.integer(depth + 1)
            return Of("({} + {})", [a, b], lambda x, y: x + y)
        if depth < 2 and choice < 0.35:
            parts = [self.condition(2), self.integer(depth + 1), self.integer(depth + 1)]
            return Of("(if {} then {} else {})", parts, lambda c, x, y: x if c else y)
        if choice < 0.55:
            return self.source(Steps)
        if choice < 0.9 and self.integers:
            return Name(self.random.choice(self.integers), self.random.choice(["{}", "pre({})"]))
        return Constant(self.random.randint(-3, 3))

    def program(self):
        equations = []
        for i in range(self.random.randint(4, 9)):
            kind = self.random.random()
            if kind < 0.3:
                name = f"b{i}"
                equations.append(Equation(name, self.condition()))
                self.booleans.append(name)
            elif kind < 0.4:
                name = f"k{i}"
                equations.append(Equation(name, self.integer()))
                self.integers.append(name)
            else:
                name = f"n{i}"
                branches = []
                for _ in range(self.random.choice([1, 1, 2])):
                    triggers = [self.trigger() for _ in range(self.random.choice([1, 1, 2]))]
                    branches.append((triggers, self.assigned(name)))
                equations.append(When(name, branches))
                self.integers.append(name)
        return Program(equations, self.sources, Fraction(self.random.randint(20, 40), 8) + Fraction(1, 97))

    def assigned(self, name):
        before = Name(name, "pre({})")
        if self.random.random() < 0.6:
            return Of("{} + {}", [before, Constant(self.random.randint(1, 3))], lambda x, y: x + y)
        return Of("{} + {}", [self.integer(), before], lambda x, y: (x + y)) if self.random.random() < 0.5 else self.integer()


class Equation:
    def __init__(self, name, expression):
        self.name, self.expression = name, expression

    def lines(self):
        return [f"  {self.name} = {self.expression.text};"]

    def evaluate(self, moment):
        moment.values[self.name] = self.expression.value(moment)


class When:
    def __init__(self, name, branches):
        self.name, self.branches = name, branches

    def lines(self):
        result = []
        for i, (triggers, value) in enumerate(self.branches):
            condition = triggers[0].text if len(triggers) == 1 else "{" + ", ".join(t.text for t in triggers) + "}"
            result += [f"  {'elsewhen' if i else 'when'} {condition} then", f"    {self.name} = {value.text};"]
        return [*result, "  end when;"]

    def evaluate(self, moment):
        started = None
        for i, (triggers, value) in enumerate(self.branches):
            rises = False
            for j, trigger in enumerate(triggers):
                place = (self.name, i, j)
                moment.values[place] = bool(trigger.value(moment))
                rises = rises or (moment.values[place] and not moment.before[place])
            if rises and started is None:
                started = value
        moment.values[self.name] = moment.before[self.name]
        if started is not None and not moment.initial:
            moment.values[self.name] = started.value(moment)


class Program:
    def __init__(self, equations, sources, stop):
        self.equations, self.sources, self.stop = equations, sources, stop

    def text(self, name, algorithms=False):
        """As equations, or each as an algorithm."""
        lines = [f"model {name}"]
        for e in self.equations:
            kind = "Boolean" if e.name.startswith("b") else "Integer"
            start = "false" if kind == "Boolean" else "0"
            lines.append(f"  {kind} {e.name}(start = {start}, fixed = true);" if isinstance(e, When) else
                         f"  {kind} {e.name}(start = {start});")
        lines += [] if algorithms else ["equation"]
        for e in self.equations:
            lines += ["algorithm", *(ASSIGNED.sub(r"\1 :=", line) for line in e.lines())] if algorithms else e.lines()
        return "\n".join([*lines, f"end {name};", ""])

    def one_pass(self, time, side, sampling, before, initial=False):
        moment = Moment(time, side, sampling, before, initial)
        for e in self.equations:
            e.evaluate(moment)
        return moment.values

    def iterate(self, time, side, sampling, before):
        for _ in range(40):
            values = self.one_pass(time, side, sampling, before)
            if values == before and not sampling:
                return values
            before, sampling = values, False
        raise Endless

    def begin(self):
        start = {e.name: (False if e.name.startswith("b") else 0) for e in self.equations}
        for e in self.equations:
            if isinstance(e, When):
                start |= {(e.name, i, j): False for i, (ts, _) in enumerate(e.branches) for j in range(len(ts))}
        return self.one_pass(Fraction(0), AT, False, start, initial=True)

    def run(self):
        """[(instant, values from then on)], for the side after each."""
        instants = {t for s in self.sources for t in s.instants(self.stop) if 0 < t < self.stop}
        values = self.begin()
        result = []
        for time in [Fraction(0), *sorted(instants)]:
            values = self.iterate(time, AT, True, values)
            values = self.iterate(time, AFTER, False, values)
            result.append((time, values))
        return result
