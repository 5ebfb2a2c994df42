"""Random networks of nonlinear conductances with short circuits that come and go, states that relations drive, and
quotients that pass poles, with an evaluator of their own.

The voltages at the nodes are the one solution of G v + a v^3 = i(x, time), a monotone system; der(x) is one of two numbers,
as a relation of a voltage or of p/(v - q) decides. So states are straight lines between events, and events are found by
halving on voltages solved by Newton's method in plain Python.
"""

import bisect
import random

SCAN = 1500  # points at which relations are looked at
APART = 1e-3  # events, and how far a relation that does not change stays away from it, at least


class Unfit(Exception):
    """The result would depend on rounding."""


class Relation:
    """v[node] > bound, or factor/(v[node] - pole) > bound."""

    def __init__(self, rng, nodes):
        self.node = rng.randrange(nodes)
        self.bound = rng.uniform(-0.8, 0.8)
        self.quotient = rng.random() < 0.4
        self.factor = rng.choice((-1, 1)) * rng.uniform(0.05, 0.5)
        self.pole = rng.uniform(-0.6, 0.6)

    def margin(self, v):
        if not self.quotient:
            return v[self.node] - self.bound
        return self.factor / ((v[self.node] - self.pole) or 1e-300) - self.bound

    def text(self):
        if not self.quotient:
            return f"v{self.node} > {self.bound!r}"
        return f"{self.factor!r}/(v{self.node} - ({self.pole!r})) > {self.bound!r}"


class Model:
    def __init__(self, rng):
        self.stop = self.end = 2.0
        self.nodes = rng.randint(1, 3)
        n = self.nodes
        self.ground = [rng.uniform(0.2, 2) for _ in range(n)]
        self.cubic = [rng.choice((0, rng.uniform(0.1, 2))) for _ in range(n)]
        self.between = {(i, j): rng.uniform(0.1, 3) for i in range(n) for j in range(i) if rng.random() < 0.8}
        self.source = [rng.uniform(-2, 2) for _ in range(n)]
        self.ramp = [rng.choice((0, rng.uniform(-2, 2))) for _ in range(n)]
        self.faults = []
        for _ in range(rng.randint(0, 3)):
            begin = rng.uniform(0.1, 1.6)
            self.faults.append((rng.randrange(n), begin, begin + rng.uniform(0.1, 0.6), 10 ** rng.uniform(1, 9)))  # more: rounding errors show
        # initial value, how it acts on which node, relation, slopes
        self.states = [(rng.uniform(-1, 1), rng.uniform(-1.5, 1.5), rng.randrange(n), Relation(rng, n), rng.uniform(-2, 2),
                        rng.uniform(-2, 2)) for _ in range(rng.randint(1, 2))]
        self.counters = [Relation(rng, n) for _ in range(rng.randint(0, 2))]

    # ---- evaluator

    def relations(self):
        return [state[3] for state in self.states] + self.counters

    def voltages(self, x, time, guess):
        n, v = self.nodes, list(guess)
        shunt = list(self.ground)
        for node, begin, end, conductance in self.faults:
            if begin <= time < end:
                shunt[node] += conductance
        current = [self.source[i] + self.ramp[i] * time for i in range(n)]
        for value, (_, gain, node, *_) in zip(x, self.states):
            current[node] += gain * value

        def residual(v):
            r = [shunt[i] * v[i] + self.cubic[i] * v[i] ** 3 - current[i] for i in range(n)]
            for (i, j), g in self.between.items():
                r[i] += g * (v[i] - v[j])
                r[j] += g * (v[j] - v[i])
            return r

        for _ in range(200):
            r = residual(v)
            matrix = [[0.0] * n + [r[i]] for i in range(n)]
            for i in range(n):
                matrix[i][i] += shunt[i] + 3 * self.cubic[i] * v[i] ** 2
            for (i, j), g in self.between.items():
                matrix[i][i] += g
                matrix[j][j] += g
                matrix[i][j] -= g
                matrix[j][i] -= g
            step = solve(matrix)
            # The function whose gradient this is, is convex: a shorter step always helps.
            factor, size = 1.0, max(map(abs, step))
            while factor > 1e-3 and size > 1e-3 and max(abs(s) for s in residual([a - factor * b for a, b in zip(v, step)])) > max(map(abs, r)):
                factor /= 2
            v = [a - factor * b for a, b in zip(v, step)]
            if size <= 1e-14 * (1 + max(map(abs, v))):
                return v
        return v

    def run(self):
        """Pieces: (begin, states there, slopes, counters)."""
        instants = sorted({t for _, begin, end, _ in self.faults for t in (begin, end) if t < self.stop})
        time, x = 0.0, [state[0] for state in self.states]
        v = self.voltages(x, time, [0.0] * self.nodes)
        values, counts, pieces = self.decide(v), [0] * len(self.counters), []
        while True:
            slopes = [state[4] if values[k] else state[5] for k, state in enumerate(self.states)]
            pieces.append((time, x, slopes, list(counts)))
            if len(pieces) > 40:
                raise Unfit
            limit = min([t for t in instants if t > time] + [self.stop])
            event, v = self.next_event(time, x, slopes, values, limit, v)
            if event is None and limit == self.stop:
                return pieces
            reached = limit if event is None else event
            if reached - time < APART or self.stop - reached < APART or (event is not None and limit - event < APART):
                raise Unfit
            x = [a + b * (reached - time) for a, b in zip(x, slopes)]
            time = reached
            after = self.decide(self.voltages(x, time if event is None else time + 1e-9, v), event is None)
            if event is not None and after == values:
                raise Unfit
            first = len(self.states)
            counts = [c + (after[first + k] and not values[first + k]) for k, c in enumerate(counts)]
            values = after

    def decide(self, v, clearly=True):
        margins = [relation.margin(v) for relation in self.relations()]
        if clearly and any(abs(m) < APART for m in margins):
            raise Unfit
        return [m > 0 for m in margins]

    def next_event(self, time, x, slopes, values, limit, v):
        """The first instant up to `limit` at which a relation has changed, None if there is none; voltages near it."""
        points = max(2, round(SCAN * (limit - time) / self.stop))
        before, low = [], time

        def at(t):
            return self.voltages([a + b * (t - time) for a, b in zip(x, slopes)], min(t, limit - 1e-12), v)

        for k in range(1, points + 1):
            t = time + (limit - time) * k / points
            v = at(t)
            margins = [relation.margin(v) for relation in self.relations()]
            if [m > 0 for m in margins] != values:
                high = t
                while high - low > 1e-13 * self.stop:
                    middle = (low + high) / 2
                    if [relation.margin(at(middle)) > 0 for relation in self.relations()] == values:
                        low = middle
                    else:
                        high = middle
                return high, v
            # A relation that comes near and turns back may be seen or not.
            if len(before) > 1 and any(abs(b) < 20 * APART and abs(b) <= abs(a) and abs(b) <= abs(c) for a, b, c in zip(before[-2], before[-1], margins)):
                raise Unfit
            before.append(margins)
            low = t
        return None, v

    def at(self, pieces, time):
        """Values of variables, None near an event."""
        k = bisect.bisect_right([piece[0] for piece in pieces], time) - 1
        for piece in pieces[max(0, k):k + 2]:
            if piece[0] > 0 and abs(piece[0] - time) < 1e-5:
                return None
        begin, x, slopes, counts = pieces[k]
        x = [a + b * (time - begin) for a, b in zip(x, slopes)]
        v = self.voltages(x, time, [0.0] * self.nodes)
        named = {f"x{k}": value for k, value in enumerate(x)}
        named.update((f"v{k}", value) for k, value in enumerate(v))
        named.update((f"n{k}", float(value)) for k, value in enumerate(counts))
        return named

    # ---- text

    def text(self):
        lines = ["model M"]
        for k in range(self.nodes):
            lines.append(f"  Real v{k};")
        for k, state in enumerate(self.states):
            lines.append(f"  Real x{k}(start = {state[0]!r}, fixed = true);")
        for k in range(len(self.counters)):
            lines.append(f"  Integer n{k}(start = 0, fixed = true);")
        lines.append("equation")
        for i in range(self.nodes):
            terms = [f"{self.ground[i]!r}*v{i}"]
            if self.cubic[i]:
                terms.append(f"{self.cubic[i]!r}*v{i}^3")
            terms += [f"{g!r}*(v{a} - v{b})" for (j, k), g in self.between.items() for a, b in ((j, k), (k, j)) if a == i]
            terms += [f"(if time >= {begin!r} and time < {end!r} then {g!r} else 0)*v{i}" for node, begin, end, g in self.faults if node == i]
            right = [f"({self.source[i]!r})"] + [f"({gain!r})*x{k}" for k, (_, gain, node, *_) in enumerate(self.states) if node == i]
            if self.ramp[i]:
                right.append(f"({self.ramp[i]!r})*time")
            lines.append(f"  {' + '.join(terms)} = {' + '.join(right)};")
        for k, (_, _, _, relation, yes, no) in enumerate(self.states):
            lines.append(f"  der(x{k}) = if {relation.text()} then {yes!r} else {no!r};")
        for k, relation in enumerate(self.counters):
            lines += [f"  when {relation.text()} then", f"    n{k} = pre(n{k}) + 1;", "  end when;"]
        return "\n".join([*lines, "end M;", ""])

    def reduce(self, fails):
        """Leaves out what is not needed for it to fail."""
        for name in ("faults", "counters"):
            for item in list(getattr(self, name)):
                kept = getattr(self, name)
                setattr(self, name, [other for other in kept if other is not item])
                if not fails():
                    setattr(self, name, kept)
        for pair in list(self.between):
            conductance = self.between.pop(pair)
            if not fails():
                self.between[pair] = conductance
        for name in ("cubic", "ramp"):
            for i in range(self.nodes):
                kept, getattr(self, name)[i] = getattr(self, name)[i], 0
                if not fails():
                    getattr(self, name)[i] = kept


def solve(rows):
    """Gauss' elimination with pivots; each row ends with its right-hand side."""
    n = len(rows)
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[best] = rows[best], rows[k]
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            for j in range(k, n + 1):
                rows[i][j] -= factor * rows[k][j]
    x = [0.0] * n
    for k in reversed(range(n)):
        x[k] = (rows[k][n] - sum(rows[k][j] * x[j] for j in range(k + 1, n))) / rows[k][k]
    return x


def make(seed):
    """(model, pieces) of the first attempt with some events, none of which depends on rounding."""
    for attempt in range(5000):
        model = Model(random.Random(f"{seed}/{attempt}"))
        try:
            pieces = model.run()
        except (Unfit, ZeroDivisionError, OverflowError):
            continue
        if len(pieces) > 2:
            return model, pieces
    raise AssertionError(f"no model for seed {seed}")
