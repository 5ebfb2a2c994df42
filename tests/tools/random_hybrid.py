"""Random hybrid models with piecewise linear states, and their trajectories with rational numbers.

Slopes depend on discrete variables; relations of states, samples and integer parts cause events; when-clauses count, switch, set states
anew and end the run. `Model.run` follows the states from crossing to crossing exactly. Models where crossings meet, or where a state
only touches a threshold, are left out: what happens there depends on rounding.
"""

import random
from fractions import Fraction
from math import ceil, floor

APART = Fraction(1, 1000)  # events are at least so far apart


class Unfit(Exception):
    """The trajectory depends on rounding, or has too many events."""


def shown(x):
    return f"({float(x)!r})" if x < 0 else repr(float(x))


class Relation:
    """state > or < level."""

    def __init__(self, state, operator, level):
        self.state, self.operator, self.level = state, operator, level
        self.text = f"{state} {operator} {shown(level)}"

    def of(self, x, slope, held):
        """Its value; where the state is at the level, what it is right after by the slope or, at rest, what it was."""
        d = x - self.level
        if d == 0:
            if slope == 0:
                return held
            d = slope
        return d > 0 if self.operator == ">" else d < 0


class Sample:
    def __init__(self, start, interval):
        self.start, self.interval = start, interval
        self.text = f"sample({shown(start)}, {shown(interval)})"

    def next(self, t):
        """The first instant after t."""
        k = floor((t - self.start) / self.interval) + 1
        return self.start + max(0, k) * self.interval

    def at(self, t):
        k = (t - self.start) / self.interval
        return k >= 0 and k == floor(k)


class After:
    """time >= level."""

    def __init__(self, level):
        self.level, self.text = level, f"time >= {shown(level)}"


class Model:
    """Equations in an order in which each needs only the present values of earlier ones.

    booleans: (name, operator, operands); operands are relations, names or ("pre", name)
    counts: (name, state, factor): integer(factor*state)
    whens: (discrete name or None, [(condition, value or None, [(state, text, function)])]); the branches of when and elsewhen
    slopes: state → (kind, …)
    """

    def __init__(self):
        self.states, self.slopes, self.booleans, self.counts, self.whens = [], {}, [], [], []
        self.starts, self.delays, self.stop, self.terminate = {}, [], Fraction(0), None

    def text(self, name="M"):
        lines = [f"model {name}"]
        lines += [f"  Real {x}(start = {shown(self.starts[x])}, fixed = true);" for x in self.states]
        lines += [f"  Boolean {b[0]}(start = false);" for b in self.booleans]
        lines += [f"  Integer {c[0]};" for c in self.counts]
        lines += [f"  Integer {w[0]}(start = 0, fixed = true);" for w in self.whens]
        lines += [f"  Real {y};" for y, _, _ in self.delays]
        lines.append("equation")
        for x in self.states:
            lines.append(f"  der({x}) = {slope_text(self.slopes[x])};")
        for b, operator, operands in self.booleans:
            parts = [operand_text(o) for o in operands]
            lines.append(f"  {b} = " + (f"not ({parts[0]})" if operator == "not" else f" {operator} ".join(f"({p})" for p in parts)) + ";")
        for c, x, factor in self.counts:
            lines.append(f"  {c} = integer({shown(factor)}*{x});")
        for n, branches in self.whens:
            for i, (condition, step, resets) in enumerate(branches):
                lines.append(f"  {'elsewhen' if i else 'when'} {operand_text(condition)} then")
                lines.append(f"    {n} = pre({n}) + ({step});")
                lines += [f"    reinit({x}, {reset_text(x, reset)});" for x, reset in resets]
            lines.append("  end when;")
        if self.terminate:
            lines += [f"  when {self.terminate[0]} >= {self.terminate[1]} then", '    terminate("enough");', "  end when;"]
        lines += [f"  {y} = delay({x}, {shown(d)});" for y, x, d in self.delays]
        return "\n".join([*lines, f"end {name};", ""])

    # ---- evaluation

    def relations(self):
        for _, _, operands in self.booleans:
            yield from (o for o in operands if isinstance(o, Relation))
        for _, branches in self.whens:
            yield from (c for c, _, _ in branches if isinstance(c, Relation))

    def samples(self):
        return [c for _, branches in self.whens for c, _, _ in branches if isinstance(c, Sample)]

    def instants(self):
        return [c.level for _, branches in self.whens for c, _, _ in branches if isinstance(c, After)]

    def slope(self, x, values):
        kind = self.slopes[x]
        if kind[0] == "constant":
            return kind[1]
        if kind[0] == "if":
            return kind[2] if values[kind[1]] else kind[3]
        return kind[2] + kind[3] * (values[kind[1]] % kind[4])

    def one_pass(self, t, states, held, before, sampling, initial):
        """The discrete variables and the states set anew, by the values before."""
        values, resets = {}, {}

        def of(o):
            if isinstance(o, Relation):
                return held[o]
            if isinstance(o, Sample):
                return sampling and o.at(t)
            if isinstance(o, After):
                return t >= o.level
            if isinstance(o, tuple):
                return before[o[1]] if o[0] == "pre" else values[o[1]] >= o[2] if o[0] == ">=" else values[o[1]] != before[o[1]]
            return values[o]

        for b, operator, operands in self.booleans:
            given = [of(o) for o in operands]
            values[b] = (not given[0]) if operator == "not" else all(given) if operator == "and" else any(given)
        for c, _, _ in self.counts:
            values[c] = held[c]
        for n, branches in self.whens:
            chosen = None
            for i, (condition, step, anew) in enumerate(branches):
                values[n, i] = bool(of(condition))
                if chosen is None and values[n, i] and not before[n, i]:
                    chosen = step, anew
            values[n] = before[n]
            if chosen and not initial:
                values[n] += chosen[0]
                for x, reset in chosen[1]:
                    resets[x] = reset
        return values, resets

    def held_now(self, states, slopes, held):
        result = {}
        for r in self.relations():
            result[r] = r.of(states[r.state], slopes[r.state], held.get(r, False))
        for c, x, factor in self.counts:
            v = factor * states[x]
            result[c] = floor(v)
            if v == floor(v) and factor * slopes[x] < 0:
                result[c] -= 1
        return result

    def run(self):
        """[(time, states, slopes, values)] from each event on; the last time is the end."""
        states = {x: self.starts[x] for x in self.states}
        before = {b: False for b, _, _ in self.booleans} | {c: 0 for c, _, _ in self.counts} | {n: 0 for n, _ in self.whens}
        before |= {(n, i): False for n, branches in self.whens for i in range(len(branches))}
        t = Fraction(0)
        for r in self.relations():
            if states[r.state] == r.level:
                raise Unfit
        for c, x, factor in self.counts:
            if factor * states[x] == floor(factor * states[x]):
                raise Unfit
        held = self.held_now(states, {x: 0 for x in states}, {})
        before, _ = self.one_pass(t, states, held, before, False, True)
        result, moved = [], None
        while True:
            values, states, ended = self.event(t, states, held, before, moved)
            slopes = {x: self.slope(x, values) for x in states}
            # A state at its threshold must go on to where the relation says it is.
            if moved is not None and self.held_now(states, slopes, held) != self.held_after:
                raise Unfit
            held = self.held_after
            result.append((t, dict(states), slopes, values))
            if ended or len(result) > 200:
                break
            upcoming = [(s.next(t), None) for s in self.samples()] + [(l, None) for l in self.instants() if l > t]
            for r in self.relations():
                gap = r.level - states[r.state]
                if slopes[r.state] != 0 and gap / slopes[r.state] > 0:
                    upcoming.append((t + gap / slopes[r.state], r.state))
            for c, x, factor in self.counts:
                s = factor * slopes[x]
                if s:
                    v = factor * states[x]
                    level = floor(v) + 1 if s > 0 else ceil(v) - 1
                    upcoming.append((t + (level - v) / s, x))
            upcoming.sort(key=lambda u: u[0])
            later = [u for u, _ in upcoming]
            if not later or later[0] > self.stop:
                break
            if later[0] - t < APART or any(0 <= u - later[0] < APART for u in later[1:]):
                raise Unfit
            now, moved = upcoming[0]
            states = {x: states[x] + slopes[x] * (now - t) for x in states}
            near = {x: slopes[x] for x in states}
            for r in self.relations():
                if states[r.state] == r.level and r.state != moved:
                    raise Unfit
            t, before = now, values
            held = self.held_now(states, near, held)
        if len(result) > 200:
            raise Unfit
        self.end = t if result and ended else self.stop
        if self.stop - t < APART:
            raise Unfit
        return result

    def event(self, t, states, held, before, moved):
        sampling = True
        for _ in range(20):
            values, resets = self.one_pass(t, states, held, before, sampling, False)
            if values == before and not resets and not sampling:
                break
            for x, reset in resets.items():
                states = {**states, x: states[x] + reset[1] if reset[0] == "add" else reset[1]}
                for r in self.relations():
                    if r.state == x and states[x] == r.level:
                        raise Unfit
                for c, y, factor in self.counts:
                    if y == x and factor * states[x] == floor(factor * states[x]):
                        raise Unfit
            if resets:
                fresh = self.held_now(states, {x: 0 for x in states}, held)
                held = {k: fresh[k] if self.state_of(k) in resets else v for k, v in held.items()}
            before, sampling = values, False
        else:
            raise Unfit
        self.held_after = held
        ended = self.terminate is not None and values[self.terminate[0]] >= self.terminate[1]
        return values, states, ended

    def state_of(self, key):
        return key.state if isinstance(key, Relation) else next(x for c, x, _ in self.counts if c == key)

    def reduce(self, fails):
        """Leaves out parts as long as fails() holds."""
        again = True
        while again:
            again = False
            for attribute in ("delays", "whens", "counts", "booleans", "states"):
                for i in reversed(range(len(getattr(self, attribute)))):
                    before = list(getattr(self, attribute))
                    setattr(self, attribute, before[:i] + before[i + 1:])
                    if fails():
                        again = True
                    else:
                        setattr(self, attribute, before)
            for x, kind in list(self.slopes.items()):
                if kind[0] != "constant":
                    self.slopes[x] = ("constant", kind[2])
                    if fails():
                        again = True
                    else:
                        self.slopes[x] = kind

    def at(self, result, t):
        """{column: value} at a time, or None where an event is near."""
        times = [r[0] for r in result]
        if any(abs(t - u) < 1e-6 for u in times if u > 0):
            return None
        k = max(i for i, u in enumerate(times) if u <= t)
        since, states, slopes, values = result[k]
        row = {x: states[x] + slopes[x] * (Fraction(t) - since) for x in states}
        row |= {name: v for name, v in values.items() if isinstance(name, str)}
        for y, x, d in self.delays:
            then = Fraction(t) - d
            if any(abs(then - u) < 1e-6 for u in times):
                continue
            if then <= 0:
                row[y] = self.starts[x]
                continue
            k = max(i for i, u in enumerate(times) if u <= then)
            row[y] = result[k][1][x] + result[k][2][x] * (then - times[k])
        return {name: float(v) for name, v in row.items()}


def operand_text(o):
    if isinstance(o, (Relation, Sample, After)):
        return o.text
    if isinstance(o, tuple):
        return f"pre({o[1]})" if o[0] == "pre" else f"{o[1]} >= {o[2]}" if o[0] == ">=" else f"change({o[1]})"
    return o


def slope_text(kind):
    if kind[0] == "constant":
        return shown(kind[1])
    if kind[0] == "if":
        return f"if {kind[1]} then {shown(kind[2])} else {shown(kind[3])}"
    return f"{shown(kind[2])} + {shown(kind[3])}*mod({kind[1]}, {kind[4]})"


def reset_text(x, reset):
    return f"pre({x}) + {shown(reset[1])}" if reset[0] == "add" else shown(reset[1])


class Generator:
    def __init__(self, rng):
        self.rng = rng

    def number(self, low, high):
        return Fraction(self.rng.randint(low * 8, high * 8), 8)

    def model(self):
        rng, m = self.rng, Model()
        m.states = [f"x{i}" for i in range(1, rng.randint(1, 3) + 1)]
        m.starts = {x: self.number(-2, 2) + Fraction(1, 16) for x in m.states}
        for i in range(rng.randint(0, 3)):
            operator = rng.choice(["and", "or", "not"])
            m.booleans.append((f"b{i + 1}", operator, [self.operand(m, i) for _ in range(1 if operator == "not" else rng.randint(1, 2))]))
        for i in range(rng.randint(0, 1)):
            m.counts.append((f"c{i + 1}", rng.choice(m.states), rng.choice([Fraction(1), Fraction(2), Fraction(1, 2), Fraction(-1)])))
        free = list(m.states)
        rng.shuffle(free)
        for i in range(rng.randint(1, 3)):
            branches, own = [], [free.pop()] if free and rng.random() < 0.7 else []
            for _ in range(rng.choice([1, 1, 2])):
                resets = [(x, rng.choice([("add", self.number(-3, 3) + Fraction(1, 32)), ("to", self.number(-2, 2) + Fraction(1, 64))]))
                          for x in own if rng.random() < 0.7]
                branches.append((self.condition(m, i), rng.choice([1, 1, 2, 3, -1]), resets))
            m.whens.append((f"n{i + 1}", branches))
        for x in m.states:
            m.slopes[x] = self.slope(m)
        if rng.random() < 0.2:
            m.terminate = (rng.choice(m.whens)[0], rng.randint(2, 5))
        for i in range(rng.randint(0, 2)):
            m.delays.append((f"y{i + 1}", rng.choice(m.states), Fraction(rng.randint(1, 12), 8) + Fraction(1, 37)))
        m.stop = Fraction(rng.randint(2, 6)) + Fraction(1, 97)
        return m

    def relation(self, m):
        return Relation(self.rng.choice(m.states), self.rng.choice("><"), self.number(-2, 2))

    def operand(self, m, i):
        if i and self.rng.random() < 0.4:
            name = f"b{self.rng.randint(1, i)}"
            return name if self.rng.random() < 0.6 else ("pre", name)
        return self.relation(m)

    def condition(self, m, i):
        choice = self.rng.random()
        if choice < 0.15:
            return Sample(Fraction(self.rng.randint(1, 16), 16), Fraction(self.rng.randint(4, 30), 16))
        if choice < 0.25:
            return After(Fraction(self.rng.randint(1, 60), 16) + Fraction(1, 61))
        if choice < 0.45 and m.booleans:
            return self.rng.choice(m.booleans)[0]
        if choice < 0.55 and m.counts:
            return ("change", self.rng.choice(m.counts)[0])
        if choice < 0.65 and i:
            return (">=", f"n{self.rng.randint(1, i)}", self.rng.randint(1, 4))
        return self.relation(m)

    def slope(self, m):
        choice = self.rng.random()
        if choice < 0.35 and m.booleans:
            return ("if", self.rng.choice(m.booleans)[0], self.number(-3, 3), self.number(-3, 3))
        if choice < 0.8:
            return ("mod", self.rng.choice(m.whens)[0], self.number(-3, 3), self.number(-3, 3), self.rng.randint(2, 3))
        return ("constant", self.number(-3, 3))


def make(seed):
    """(model, result) of the first seed beside `seed` with some events, none of which depends on rounding."""
    for attempt in range(5000):
        model = Generator(random.Random(f"{seed}/{attempt}")).model()
        try:
            result = model.run()
        except Unfit:
            continue
        if len(result) > 3:
            return model, result
    raise AssertionError(f"no model for seed {seed}")
