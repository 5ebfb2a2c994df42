"""Random algorithm sections of models, with loops, branches and arrays, and their values with rational numbers.

Conditions compare functions of time with numbers, so that branches switch at events; what is compared lies on a grid, and values are
compared between its points. Other conditions compare what the section has computed so far, wherever that crosses. Integers are counted in branches and loops. Variables that no statement has assigned begin with their start values (specification 11.1.2). Sections
follow each other, equations use their results and the derivatives of some.
"""

import math
import random
from fractions import Fraction

LARGEST, FINEST, STEPS = 2**30, 2**24, 4000
SIZE = 3  # of arrays


class Unfit(Exception):
    """A value that a double may round, or a program that takes too long."""


def exact(x):
    if abs(x) > LARGEST or Fraction(x).denominator > FINEST:
        raise Unfit
    return x


def shown(x):
    return f"({float(x)!r})" if x < 0 else repr(float(x))


class Generator:
    def __init__(self, rng):
        self.rng = rng
        self.reals = [f"x{i}" for i in range(1, rng.randint(2, 4) + 1)]
        self.arrays = [f"a{i}" for i in range(1, rng.randint(1, 2) + 1)]
        self.integers = [f"n{i}" for i in range(1, rng.randint(1, 2) + 1)]
        self.starts = {x: Fraction(rng.randint(-8, 8), 4) for x in self.reals}
        self.starts |= {a: [Fraction(rng.randint(-8, 8), 4) for _ in range(SIZE)] for a in self.arrays}
        self.starts |= dict.fromkeys(self.integers, 0)
        self.counters = [f"k{i}" for i in range(1, rng.randint(1, 2) + 1)]
        self.starts |= dict.fromkeys(self.counters, 0)
        self.inside = False  # of the section
        self.looping = False  # inside a while loop: it has the only counter

    def number(self):
        return ("number", Fraction(self.rng.randint(-16, 16), 4))

    def index(self, iterators):
        choice = self.rng.random()
        if iterators and choice < 0.6:
            i = self.rng.choice(iterators)
            return self.rng.choice([("iterator", i), ("flip", i), ("wrap", i)])
        return ("at", self.rng.randint(1, SIZE))

    def real(self, depth, iterators):
        rng, choice = self.rng, self.rng.random()
        if depth > 0 and choice < 0.45:
            return (rng.choice("++-*"), self.real(depth - 1, iterators), self.real(depth - 1, iterators))
        if depth > 0 and choice < 0.52:
            return ("if", self.condition(1, iterators), self.real(depth - 1, iterators), self.real(depth - 1, iterators))
        if depth > 0 and choice < 0.57:
            return (rng.choice(["min", "max"]), self.real(depth - 1, iterators), self.real(depth - 1, iterators))
        if depth > 0 and choice < 0.61:
            return ("sum", rng.choice(self.arrays))
        if choice < 0.7:
            return ("time",)
        if choice < 0.8:
            return ("element", rng.choice(self.arrays), self.index(iterators))
        if choice < 0.92:
            return ("name", rng.choice(self.reals + self.integers))
        if choice < 0.96 and iterators:
            return ("iterator", rng.choice(iterators))
        return self.number()

    def condition(self, depth, iterators):
        """Of time and iterators, switching on the grid of eighths, and inside of the section of all that it uses."""
        rng, choice = self.rng, self.rng.random()
        if depth > 0 and choice < 0.25:
            return (rng.choice(["and", "or"]), self.condition(depth - 1, iterators), self.condition(depth - 1, iterators))
        if depth > 0 and choice < 0.35:
            return ("not", self.condition(depth - 1, iterators))
        if iterators and choice < 0.5:
            return ("later", rng.choice([">", "<"]), Fraction(rng.randint(0, 6), 8), rng.choice(iterators))
        if iterators and choice < 0.6:
            return ("equal", rng.choice(iterators), rng.randint(1, SIZE))
        if choice < 0.8 and self.inside:
            return ("compare", rng.choice(["<", "<=", ">", ">="]), self.real(1, iterators), self.real(0, iterators))
        return ("later", rng.choice([">", "<"]), Fraction(rng.randint(1, 15), 8), None)

    def statement(self, depth, iterators):
        rng, choice = self.rng, self.rng.random()
        if depth > 0 and choice < 0.22:
            branches = [(self.condition(1, iterators), self.block(depth - 1, iterators)) for _ in range(rng.choice([1, 1, 2]))]
            return ("choose", branches, self.block(depth - 1, iterators) if rng.random() < 0.5 else [])
        if depth > 0 and choice < 0.4 and len(iterators) < 2:
            i = "ij"[len(iterators)]
            return ("for", i, rng.choice(["1:3", "3:-1:1", "2:3", "1:2:3", "{3, 1}"]), self.block(depth - 1, [*iterators, i]))
        if depth > 0 and choice < 0.45 and not iterators and not self.looping:
            self.looping = True
            made = ("while", rng.choice(self.integers), rng.randint(1, 3), self.block(depth - 1, iterators))
            self.looping = False
            return made
        if iterators and choice < 0.5:
            return ("leave", self.condition(1, iterators))
        if choice < 0.62:
            k = rng.choice(self.counters)
            if rng.random() < 0.3:
                return ("floor", k, self.real(1, iterators))
            return ("step", k, rng.choice([1, 2, -3, 10]))
        if choice < 0.78:
            return ("assign", rng.choice(self.reals), self.real(2, iterators))
        if choice < 0.92:
            return ("put", rng.choice(self.arrays), self.index(iterators), self.real(2, iterators))
        return ("slice", rng.choice(self.arrays), rng.choice(self.arrays), self.real(1, iterators))

    def block(self, depth, iterators):
        return [self.statement(depth, iterators) for _ in range(self.rng.randint(1, 3))]

    def model(self):
        first = [("count", n, self.condition(1, [])) for n in self.integers]
        self.inside = True
        return Model(self.starts, self.reals, self.arrays, self.integers, self.counters, first, [self.statement(2, []) for _ in range(self.rng.randint(3, 7))])


RANGES = {"1:3": [1, 2, 3], "3:-1:1": [3, 2, 1], "2:3": [2, 3], "1:2:3": [1, 3], "{3, 1}": [3, 1]}


class Leave(Exception):
    pass


class Model:
    def __init__(self, starts, reals, arrays, integers, counters, first, body):
        self.starts, self.reals, self.arrays, self.integers, self.counters, self.first, self.body = starts, reals, arrays, integers, counters, first, body

    # ---- text

    def text(self):
        lines = ["model M"]
        lines += [f"  Real {x}(start = {shown(self.starts[x])});" for x in self.reals]
        lines += [f"  Real {a}[{SIZE}](start = {{{', '.join(shown(v) for v in self.starts[a])}}});" for a in self.arrays]
        lines += [f"  Integer {n};" for n in self.integers]
        lines += [f"  Integer c{n};" for n in self.integers]
        lines += [f"  Integer {k};" for k in self.counters]
        lines += ["  Real total = " + " + ".join([*self.reals, *(f"sum({a})" for a in self.arrays)]) + ";", "equation"]
        lines += [f"  {n} = if {self.shown_if(c)} then 2 else 1;" for _, n, c in self.first]
        lines.append("algorithm")
        assigned = set(self.assigned(self.body))
        lines += [f"  {v} := {v};" for v in [*self.reals, *self.arrays] if v in self.arrays or v not in assigned]
        lines += [f"  c{n} := 0;" for n in self.integers]
        lines += [f"  {k} := 0;" for k in self.counters]
        lines += self.shown_block(self.body, "  ")
        return "\n".join([*lines, "end M;", ""])

    def assigned(self, body):
        for s in body:
            if s[0] in ("assign", "put", "slice"):
                yield s[1]
            elif s[0] == "choose":
                for _, block in s[1]:
                    yield from self.assigned(block)
                yield from self.assigned(s[2])
            elif s[0] in ("for", "while"):
                yield from self.assigned(s[3])

    def shown_index(self, e):
        return {"iterator": e[1], "flip": f"4 - {e[1]}", "wrap": f"mod({e[1]}, 3) + 1", "at": str(e[1])}[e[0]]

    def shown_real(self, e):
        op = e[0]
        if op == "number":
            return shown(e[1])
        if op in "+-*":
            return f"({self.shown_real(e[1])} {op} {self.shown_real(e[2])})"
        if op == "if":
            return f"(if {self.shown_if(e[1])} then {self.shown_real(e[2])} else {self.shown_real(e[3])})"
        if op in ("min", "max"):
            return f"{op}({self.shown_real(e[1])}, {self.shown_real(e[2])})"
        if op == "sum":
            return f"sum({e[1]})"
        if op == "element":
            return f"{e[1]}[{self.shown_index(e[2])}]"
        return "time" if op == "time" else e[1]

    def shown_if(self, c):
        if c[0] in ("and", "or"):
            return f"({self.shown_if(c[1])} {c[0]} {self.shown_if(c[2])})"
        if c[0] == "not":
            return f"(not {self.shown_if(c[1])})"
        if c[0] == "equal":
            return f"{c[1]} == {c[2]}"
        if c[0] == "compare":
            return f"{self.shown_real(c[2])} {c[1]} {self.shown_real(c[3])}"
        level = shown(c[2]) if c[3] is None else f"{shown(c[2])} + 0.25*{c[3]}"
        return f"time {c[1]} {level}"

    def shown_block(self, body, indent):
        lines = []
        for s in body:
            if s[0] == "assign":
                lines.append(f"{indent}{s[1]} := {self.shown_real(s[2])};")
            elif s[0] == "step":
                lines.append(f"{indent}{s[1]} := {s[1]} + ({s[2]});")
            elif s[0] == "floor":
                lines.append(f"{indent}{s[1]} := integer({self.shown_real(s[2])});")
            elif s[0] == "put":
                lines.append(f"{indent}{s[1]}[{self.shown_index(s[2])}] := {self.shown_real(s[3])};")
            elif s[0] == "slice":
                lines.append(f"{indent}{s[1]}[{{1, 2}}] := {s[2]}[2:end] + fill({self.shown_real(s[3])}, 2);")
            elif s[0] == "leave":
                lines += [f"{indent}if {self.shown_if(s[1])} then", f"{indent}  break;", f"{indent}end if;"]
            elif s[0] == "choose":
                for k, (c, block) in enumerate(s[1]):
                    lines.append(f"{indent}{'elseif' if k else 'if'} {self.shown_if(c)} then")
                    lines += self.shown_block(block, indent + "  ")
                if s[2]:
                    lines += [f"{indent}else", *self.shown_block(s[2], indent + "  ")]
                lines.append(f"{indent}end if;")
            elif s[0] == "for":
                lines += [f"{indent}for {s[1]} in {s[2]} loop", *self.shown_block(s[3], indent + "  "), f"{indent}end for;"]
            else:
                lines += [f"{indent}c{s[1]} := 0;", f"{indent}while c{s[1]} < {s[2]} loop", f"{indent}  c{s[1]} := c{s[1]} + 1;",
                          *self.shown_block(s[3], indent + "  "), f"{indent}end while;"]
        return lines

    # ---- values

    def columns(self, time):
        self.time, self.steps = Fraction(time), 0
        self.values = {v: list(s) if isinstance(s, list) else s for v, s in self.starts.items()}
        for _, n, c in self.first:
            self.values[n] = 2 if self.holds(c, {}) else 1
        self.run(self.body, {})
        result = {}
        for v in [*self.reals, *self.integers, *self.counters]:
            result[v] = float(self.values[v])
        for a in self.arrays:
            result |= {f"{a}[{k}]": float(v) for k, v in enumerate(self.values[a], 1)}
        result["total"] = float(exact(sum(self.values[x] for x in self.reals) + sum(sum(self.values[a]) for a in self.arrays)))
        return result

    def at(self, e, iterators):
        k = e[1] if e[0] == "at" else iterators[e[1]]
        return {"iterator": k, "flip": 4 - k, "wrap": k % 3 + 1, "at": k}[e[0]] - 1

    def real(self, e, iterators):
        op = e[0]
        if op == "number":
            return e[1]
        if op in "+-*":
            a, b = self.real(e[1], iterators), self.real(e[2], iterators)
            return exact(a + b if op == "+" else a - b if op == "-" else a * b)
        if op == "if":
            return self.real(e[2 if self.holds(e[1], iterators) else 3], iterators)
        if op in ("min", "max"):
            return (min if op == "min" else max)(self.real(e[1], iterators), self.real(e[2], iterators))
        if op == "sum":
            return exact(sum(self.values[e[1]]))
        if op == "element":
            return self.values[e[1]][self.at(e[2], iterators)]
        if op == "iterator":
            return Fraction(iterators[e[1]])
        return self.time if op == "time" else Fraction(self.values[e[1]])

    def holds(self, c, iterators):
        if c[0] in ("and", "or"):
            a, b = self.holds(c[1], iterators), self.holds(c[2], iterators)
            return (a and b) if c[0] == "and" else (a or b)
        if c[0] == "not":
            return not self.holds(c[1], iterators)
        if c[0] == "equal":
            return iterators[c[1]] == c[2]
        if c[0] == "compare":
            a, b = self.real(c[2], iterators), self.real(c[3], iterators)
            if a == b and c[2] != c[3]:  # an event at this time
                raise Unfit
            return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[c[1]]
        level = c[2] + (Fraction(iterators[c[3]], 4) if c[3] else 0)
        return self.time > level if c[1] == ">" else self.time < level

    def run(self, body, iterators):
        for s in body:
            self.steps += 1
            if self.steps > STEPS:
                raise Unfit
            if s[0] == "assign":
                self.values[s[1]] = self.real(s[2], iterators)
            elif s[0] == "step":
                self.values[s[1]] = exact(self.values[s[1]] + s[2])
            elif s[0] == "floor":
                value = self.real(s[2], iterators)
                if value == math.floor(value):
                    raise Unfit
                self.values[s[1]] = math.floor(value)
            elif s[0] == "put":
                self.values[s[1]][self.at(s[2], iterators)] = self.real(s[3], iterators)
            elif s[0] == "slice":
                k = self.real(s[3], iterators)
                self.values[s[1]][:2] = [exact(v + k) for v in self.values[s[2]][1:]]
            elif s[0] == "leave":
                if self.holds(s[1], iterators):
                    raise Leave
            elif s[0] == "choose":
                chosen = next((block for c, block in s[1] if self.holds(c, iterators)), s[2])
                self.run(chosen, iterators)
            elif s[0] == "for":
                try:
                    for k in RANGES[s[2]]:
                        self.run(s[3], {**iterators, s[1]: k})
                except Leave:
                    pass
            else:
                for _ in range(s[2]):
                    self.run(s[3], iterators)

    # ---- smaller

    def reduce(self, fails):
        again = True
        while again:
            again = False
            for block in list(self.blocks(self.body)):
                for i in reversed(range(len(block))):
                    old = list(block)
                    for new in [[], *([list(b) for b in self.inside(block[i])])]:
                        block[i:i + 1] = new
                        if fails():
                            again = True
                            break
                        block[:] = old
                    if again:
                        break
                if again:
                    break

    def inside(self, s):
        if s[0] == "choose":
            return [b for _, b in s[1]] + [s[2]]
        return []

    def blocks(self, body):
        yield body
        for s in body:
            if s[0] == "choose":
                for _, block in s[1]:
                    yield from self.blocks(block)
                yield from self.blocks(s[2])
            elif s[0] in ("for", "while"):
                yield from self.blocks(s[3])


TIMES = [Fraction(k, 16) for k in range(1, 32, 2)]  # between the points of the grid


def make(seed):
    for attempt in range(200):
        model = Generator(random.Random(f"{seed}/{attempt}")).model()
        try:
            for t in TIMES:
                model.columns(t)
            return model
        except Unfit:
            continue
    raise AssertionError(f"no model for seed {seed}")
