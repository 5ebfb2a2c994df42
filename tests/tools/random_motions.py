"""Random systems of differential and algebraic equations with events, and their motion by a small simulator of its own.

States follow nonlinear laws with branches, integer functions of time and of states, implicit equations, loops, functions and arrays;
when-clauses count and set states anew. Equations are written in disguise (terms moved, sides exchanged, rows of linear systems mixed).
`Model.run` integrates with classical Runge-Kutta steps in which every relation keeps its value, and finds each crossing by bisection. Models whose
crossings come close together or graze are left out.
"""

import bisect
import math
import random


class Unfit(Exception):
    """The motion depends on rounding, or has too many events."""


def number(x):
    return f"({x!r})" if x < 0 else repr(x)


class Expr:
    """The text in Modelica and in Python (of the environment of `Run`), and the names in it."""

    def __init__(self, mo, py, names=frozenset()):
        self.mo, self.py, self.names = mo, py, frozenset(names)


def const(x):
    return Expr(number(x), number(x))


class Item:
    """A variable or a small system of them: declarations and equations in Modelica, statements in Python."""

    def __init__(self, names, declare, equations, python, needs):
        self.names, self.declare, self.equations, self.python = names, declare, equations, python
        self.needs = frozenset(needs)


class State:
    def __init__(self, name, start, slope, declare, equations, python):
        self.name, self.start, self.slope = name, start, slope
        self.declare, self.equations, self.python = declare, equations, python


class When:
    """relation → counter + 1, and a state set anew."""

    def __init__(self, name, condition, relation, state, value):
        self.name, self.condition, self.relation, self.state, self.value = name, condition, relation, state, value


def cubic(a, e):
    """y with y + a*y^3 = e, a > 0."""
    y = 0.0
    low, high = -abs(e) - 1.0, abs(e) + 1.0
    for _ in range(60):
        f = y + a * y * y * y - e
        step = f / (1 + 3 * a * y * y)
        if abs(step) < 1e-15 * (1 + abs(y)):
            break
        if f > 0:
            high = y
        else:
            low = y
        y = y - step if low < y - step < high else (low + high) / 2
    return y


def swing(a, e):
    """y with y + a*sin(y) = e, |a| < 1."""
    y = e
    for _ in range(200):
        step = (y + a * math.sin(y) - e) / (1 + a * math.cos(y))
        y -= step
        if abs(step) < 1e-15 * (1 + abs(y)):
            break
    return y


class Generator:
    def __init__(self, rng):
        self.rng, self.count, self.relations, self.floors = rng, 0, 0, 0
        self.known = []  # names of scalar variables that may be used
        self.parameters, self.functions = {}, []

    def name(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def value(self, low=-2.0, high=2.0):
        return self.rng.randrange(int(low * 64), int(high * 64) + 1) / 64

    def coefficient(self):
        return self.rng.choice((-1, 1)) * self.rng.randrange(16, 97) / 64

    # ---- expressions
    def leaf(self):
        r = self.rng.random()
        if self.known and r < 0.55:
            n = self.rng.choice(self.known)
            return Expr(n, n, {n})
        if r < 0.7:
            a, b = self.coefficient() * 2, self.value()
            return Expr(f"sin({number(a)}*time + {number(b)})", f"sin({number(a)}*t + {number(b)})")
        if r < 0.8:
            return Expr("time", "t")
        if r < 0.9 and self.parameters:
            n = self.rng.choice(sorted(self.parameters))
            return Expr(n, number(self.parameters[n]))
        return const(self.value())

    def both(self, operator, a, b):
        return Expr(f"({a.mo} {operator} {b.mo})", f"({a.py} {operator} {b.py})", a.names | b.names)

    def scaled(self, e):
        c = number(self.coefficient())
        return Expr(f"{c}*{e.mo}", f"{c}*{e.py}", e.names)

    def call(self, mo, py, *es):
        return Expr(f"{mo}({', '.join(e.mo for e in es)})", f"{py}({', '.join(e.py for e in es)})", frozenset().union(*(e.names for e in es)))

    def relation(self, depth=1):
        """A comparison with an event: text, and R(number, difference) in Python."""
        self.relations += 1
        k = self.relations
        a = self.smooth(depth) if self.rng.random() < 0.7 else Expr("time", "t")
        b = const(self.value())
        operator = self.rng.choice((">", "<", ">=", "<="))
        sign = "" if operator[0] == ">" else "-"
        if self.rng.random() < 0.5:
            text = f"{a.mo} {operator} {b.mo}"
        else:
            text = f"{b.mo} {'<' if operator[0] == '>' else '>'}{operator[1:]} {a.mo}"
        return Expr(text, f"R({k}, {sign}({a.py} - {b.py}))", a.names)

    def condition(self):
        r = self.rng.random()
        if r < 0.6:
            return self.relation()
        a, b = self.relation(), self.relation()
        o = self.rng.choice(("and", "or"))
        n = self.rng.choice(("", "not "))
        return Expr(f"{n}({a.mo}) {o} ({b.mo})" if n else f"({a.mo} {o} {b.mo})", f"({n}({a.py}) {o} ({b.py}))", a.names | b.names)

    def smooth(self, depth):
        if depth <= 0:
            return self.leaf()
        r = self.rng.random()
        if r < 0.35:
            return self.both(self.rng.choice("+-"), self.scaled(self.smooth(depth - 1)), self.smooth(depth - 1))
        if r < 0.5:
            return self.call("tanh", "tanh", self.smooth(depth - 1))
        if r < 0.6:
            return self.call("sin", "sin", self.smooth(depth - 1))
        if r < 0.7:
            return self.both("*", self.call("tanh", "tanh", self.smooth(depth - 1)), self.smooth(depth - 1))
        if r < 0.78:
            e = self.smooth(depth - 1)
            return Expr(f"(1/(1 + ({e.mo})^2))", f"(1/(1 + ({e.py})**2))", e.names)
        if r < 0.84:
            e = self.smooth(depth - 1)
            return Expr(f"sqrt(1 + {e.mo}*{e.mo})", f"sqrt(1 + {e.py}*{e.py})", e.names)
        return self.scaled(self.leaf())

    def integer_part(self):
        """An integer function of something that moves."""
        self.floors += 1
        k = self.floors
        r = self.rng.random()
        e = Expr("time", "t") if r < 0.6 or not self.known else self.leaf()
        a, b = self.coefficient() * 2, self.value()
        e = Expr(f"({number(a)}*{e.mo} + {number(b)})", f"({number(a)}*{e.py} + {number(b)})", e.names)
        kind = self.rng.choice(("floor", "ceil", "integer", "mod", "div", "rem"))
        if kind in ("floor", "integer"):
            mo, py = f"{kind}({e.mo})", f"F({k}, {e.py})"
        elif kind == "ceil":
            mo, py = f"ceil({e.mo})", f"(-F({k}, -{e.py}))"
        else:
            q = self.rng.choice((-1, 1)) * self.rng.randrange(20, 100) / 64 if kind == "mod" else self.rng.randrange(20, 100) / 64
            if kind == "mod":
                mo, py = f"mod({e.mo}, {number(q)})", f"({e.py} - {number(q)}*F({k}, {e.py}/{number(q)}))"
            elif kind == "div":
                mo, py = f"div({e.mo}, {number(q)})", f"Z({k}, {e.py}/{number(q)})"
            else:
                mo, py = f"rem({e.mo}, {number(q)})", f"({e.py} - {number(q)}*Z({k}, {e.py}/{number(q)}))"
        return Expr(mo, py, e.names)

    def rough(self, depth):
        """With events, or kinks."""
        r = self.rng.random()
        if r < 0.3:
            c, a, b = self.condition(), self.smooth(depth - 1), self.smooth(depth - 1)
            return Expr(f"(if {c.mo} then {a.mo} else {b.mo})", f"({a.py} if {c.py} else {b.py})", a.names | b.names | c.names)
        if r < 0.5:
            return self.both(self.rng.choice("+-"), self.integer_part(), self.smooth(depth - 1))
        if r < 0.6:
            e = self.smooth(depth - 1)
            self.relations += 1
            return Expr(f"abs({e.mo})", f"A({self.relations}, {e.py})", e.names)
        if r < 0.68:
            e = self.smooth(depth - 1)
            self.relations += 1
            k = self.relations
            return Expr(f"sign({e.mo})", f"(1.0 if R({k}, {e.py}) else -1.0)", e.names)
        if r < 0.8:
            a, b = self.smooth(depth - 1), self.smooth(depth - 1)
            self.relations += 1
            kind = self.rng.choice(("max", "min"))
            return Expr(f"{kind}({a.mo}, {b.mo})", f"({a.py} if {'' if kind == 'max' else 'not '}R({self.relations}, {a.py} - {b.py}) else {b.py})", a.names | b.names)
        if r < 0.86:
            a, p, q = self.smooth(depth - 1), abs(self.coefficient()), abs(self.coefficient())
            self.relations += 1
            return Expr(f"semiLinear({a.mo}, {p}, {q})", f"({a.py})*({p} if R({self.relations}, {a.py}) else {q})", a.names)
        if r < 0.93:
            e = self.smooth(depth - 1)
            return Expr(f"noEvent(if {e.mo} > 0 then ({e.mo})^2 else 0)", f"max(0.0, {e.py})**2", e.names)
        e = self.smooth(depth - 1)
        return Expr(f"smooth(0, noEvent(abs({e.mo})*({e.mo})))", f"abs({e.py})*({e.py})", e.names)

    def any(self, depth=2):
        return self.rough(depth) if self.rng.random() < 0.35 else self.smooth(depth)

    # ---- equations
    def disguised(self, left, right):
        r = self.rng.random()
        if r < 0.4:
            return f"{left} = {right}"
        if r < 0.6:
            return f"{right} = {left}"
        if r < 0.75:
            return f"0 = ({right}) - {left}"
        if r < 0.9:
            c = number(self.coefficient())
            return f"{c}*{left} + {number(self.value())}*0 = {c}*({right})"
        c = number(self.value())
        return f"{left} + {c} = {right} + {c}"

    def plain(self):
        n, e = self.name("y"), self.any()
        self.known.append(n)
        if self.rng.random() < 0.3:
            return Item([n], [f"Real {n} = {e.mo};"], [], [f"{n} = {e.py}"], e.names)
        return Item([n], [f"Real {n};"], [self.disguised(n, e.mo)], [f"{n} = {e.py}"], e.names)

    def alias(self):
        if not self.known:
            return self.plain()
        n, o = self.name("y"), self.rng.choice(self.known)
        self.known.append(n)
        s = self.rng.choice(("", "-"))
        return Item([n], [f"Real {n};"], [self.rng.choice((f"{n} = {s}{o}", f"{s}{o} = {n}", f"{n} - ({s}{o}) = 0"))], [f"{n} = {s}{o}"], {o})

    def linear(self):
        """Two unknowns of two mixed equations."""
        e, f = self.any(), self.any(1)
        n, m = self.name("y"), self.name("y")
        while True:
            a, b, c, d = (self.coefficient() for _ in range(4))
            if abs(a * d - b * c) > 0.3:
                break
        self.known += [n, m]
        t = (number(x) for x in (a, b, c, d))
        a_, b_, c_, d_ = t
        det = f"({a_}*{d_} - {b_}*{c_})"
        equations = [f"{a_}*{n} + {b_}*{m} = {e.mo}", f"{f.mo} - {d_}*{m} = {c_}*{n}"]
        self.rng.shuffle(equations)
        return Item([n, m], [f"Real {n};", f"Real {m};"], equations,
                    [f"e_, f_ = {e.py}, {f.py}", f"{n} = (e_*{d_} - {b_}*f_)/{det}", f"{m} = ({a_}*f_ - {c_}*e_)/{det}"], e.names | f.names)

    def implicit(self):
        e, n, a = self.any(), self.name("y"), self.rng.randrange(8, 60) / 64
        self.known.append(n)
        r = self.rng.random()
        if r < 0.4:
            return Item([n], [f"Real {n};"], [self.disguised(f"({n} + {a}*{n}^3)", e.mo)], [f"{n} = cubic({a}, {e.py})"], e.names)
        if r < 0.7:
            return Item([n], [f"Real {n};"], [self.disguised(f"({n} + {a}*sin({n}))", e.mo)], [f"{n} = swing({a}, {e.py})"], e.names)
        return Item([n], [f"Real {n};"], [self.disguised(f"(exp({n}) - exp(-{n}))", e.mo)], [f"{n} = asinh(({e.py})/2)"], e.names)

    def function(self):
        """(y, z) = f(a, b) with a loop inside."""
        f, n, m = self.name("f"), self.name("y"), self.name("y")
        a, b = self.smooth(1), self.smooth(1)
        k, c = self.rng.randrange(1, 4), self.coefficient()
        self.functions.append(f"""  function {f}
    input Real u;
    input Real v[:];
    output Real p;
    output Real q;
  protected
    Real w[size(v, 1)];
  algorithm
    p := 0;
    for i in 1:size(v, 1) loop
      w[i] := {number(c)}*v[i] + i*tanh(u);
      if i > {k} then
        break;
      end if;
      p := p + w[i];
    end for;
    q := p*{number(c)} - u;
  end {f};
""")
        self.known += [n, m]
        return Item([n, m], [f"Real {n}, {m};"], [f"({n}, {m}) = {f}({a.mo}, {{{b.mo}, 0.5, time}})"],
                    [f"{n}, {m} = called({a.py}, ({b.py}, 0.5, t), {k}, {number(c)})"], a.names | b.names)

    def array(self):
        """v = A*w with its elements, and a reduction."""
        v, w, n = self.name("v"), self.name("w"), self.name("y")
        es = [self.smooth(1) for _ in range(3)]
        rows = [[self.coefficient() for _ in range(3)] for _ in range(3)]
        self.known.append(n)
        text = "; ".join(", ".join(number(x) for x in row) for row in rows)
        i = self.rng.randrange(3)
        kind, py = self.rng.choice(((f"sum({v})", "sum(v_)"), (f"{v}*{w}", "sum(p*q for p, q in zip(v_, w_))"), (f"{v}[{i + 1}] - {w}[end]", f"v_[{i}] - w_[2]"),
                                    (f"sum({v}[k]*k for k in 1:2)", "v_[0] + 2*v_[1]")))
        return Item([n], [f"Real {v}[3], {w}[3];", f"Real {n};"],
                    [f"{w} = {{{', '.join(e.mo for e in es)}}}", f"{v} = [{text}]*{w}", f"{n} = {kind}"],
                    [f"w_ = ({', '.join(e.py for e in es)})", f"v_ = [sum(p*q for p, q in zip(r, w_)) for r in {rows!r}]", f"{n} = {py}"],
                    frozenset().union(*(e.names for e in es)))

    def state(self, name):
        """der(x) = law - k*x, as it stands or through another variable."""
        e, k, start = self.any(), self.rng.randrange(16, 128) / 64, self.value()
        slope = f"({e.py}) - {k}*{name}"
        law = f"{e.mo} - {k}*{name}"
        first = f"Real {name}(start = {number(start)}, fixed = true);"
        r = self.rng.random()
        if r < 0.6:
            return State(name, start, f"d_{name} = {slope}", [first], [self.disguised(f"der({name})", f"({law})")], e.names)
        if r < 0.75:
            z = self.name("z")
            a = self.rng.randrange(8, 60) / 64
            return State(name, start, f"d_{name} = ({slope})/(1 + 3*{a}*{name}**2)", [first, f"Real {z};"],
                         [f"{z} = {name} + {a}*{name}^3", self.disguised(f"der({z})", f"({law})")], e.names)
        if r < 0.9:
            z, d = self.name("z"), self.name("y")
            return State(name, start, f"d_{name} = {slope}", [first, f"Real {z};", f"Real {d};"],
                         [f"{z} = 2*{name} - sin(time)", f"{d} = der({z})", f"{d} = 2*({law}) - cos(time)"], e.names)
        z = self.name("z")
        return State(name, start, f"d_{name} = {slope}", [first, f"Real {z};"], [f"{name} + {z} = 3*time", f"der({z}) = 3 - ({law})"], e.names)

    def when(self, states):
        self.relations += 1
        k = self.relations
        name, x = self.name("n"), self.rng.choice(self.known)
        level = self.value(-1, 1)
        o = self.rng.choice(("><"))
        target = self.rng.choice(states) if states and self.rng.random() < 0.5 else None
        value = self.value(-1, 1)
        return When(name, f"{x} {o} {number(level)}", Expr("", f"R({k}, {'' if o == '>' else '-'}({x} - {number(level)}))", {x}), target, value), k

    def model(self):
        m = Model()
        m.stop = self.rng.choice((1.0, 2.0, 3.0))
        for _ in range(self.rng.randrange(3)):
            n = self.name("p")
            self.parameters[n] = self.value()
        names = [self.name("x") for _ in range(self.rng.randrange(1, 5))]
        self.known = list(names)
        makers = (self.plain, self.plain, self.plain, self.alias, self.linear, self.implicit, self.implicit, self.function, self.array)
        for _ in range(self.rng.randrange(1, 7)):
            m.items.append(self.rng.choice(makers)())
        m.states = [self.state(n) for n in names]
        for _ in range(self.rng.randrange(3)):
            taken = {w.state for w, _ in m.whens}
            w, k = self.when([s.name for s in m.states if s.name not in taken and f"der({s.name})" in "".join(s.equations)])
            m.whens.append((w, k))
        m.parameters, m.functions = self.parameters, self.functions
        return m


class Model:
    def __init__(self):
        self.items, self.states, self.whens, self.parameters, self.functions, self.stop = [], [], [], {}, [], 1.0

    @property
    def end(self):
        return self.stop

    def text(self, name="M"):
        lines = [f"model {name}"] + self.functions
        lines += [f"  parameter Real {n} = {number(v)};" for n, v in self.parameters.items()]
        parts = self.states + self.items
        lines += [f"  {d}" for p in parts for d in p.declare]
        lines += [f"  Integer {w.name}(start = 0, fixed = true);" for w, _ in self.whens]
        lines.append("equation")
        equations = [f"  {e};" for p in parts for e in p.equations]
        random.Random(len(equations)).shuffle(equations)
        lines += equations
        for w, _ in self.whens:
            lines.append(f"  when {w.condition} then\n    {w.name} = pre({w.name}) + 1;")
            if w.state:
                lines.append(f"    reinit({w.state}, {number(w.value)});")
            lines.append("  end when;")
        lines.append(f"end {name};")
        return "\n".join(lines) + "\n"

    def run(self):
        return Run(self).follow()

    def at(self, trace, t):
        return trace.at(t)

    def reduce(self, fails):
        """Leaves out what can be left out."""
        while True:
            for kind in ("whens", "items"):
                part = getattr(self, kind)
                for i in reversed(range(len(part))):
                    needed = {n for p in self.items if p is not part[i] for n in p.needs} | {n for s in self.states for n in s.python}
                    needed |= {n for w, _ in self.whens for n in w.relation.names}
                    if kind == "items" and needed & set(part[i].names):
                        continue
                    setattr(self, kind, part[:i] + part[i + 1:])
                    if fails():
                        break
                    setattr(self, kind, part)
                else:
                    continue
                break
            else:
                return


class Run:
    """The motion of a model."""

    steps = 1500
    blind = 2e-3  # around events, whose instants depend on the tolerance
    apart = 5e-3
    most = 60

    def __init__(self, model):
        self.model, self.mode, self.part, self.zone = model, {}, {}, {}
        self.frozen, self.seen = False, {}
        names = [s.name for s in model.states]
        lines = ["def slopes(t, X):", f"  {', '.join(names)}, = X"]
        lines += [f"  {line}" for p in model.items for line in p.python]
        lines += [f"  {s.slope}" for s in model.states]
        lines += [f"  {w.relation.py}" for w, _ in model.whens]
        shown = names + [n for p in model.items for n in p.names]
        lines.append(f"  return ({', '.join('d_' + n for n in names)},), dict({', '.join(f'{n}={n}' for n in shown)})")
        scope = {k: getattr(math, k) for k in ("sin", "cos", "tanh", "sqrt", "asinh", "exp")}
        scope.update(R=self.relation, F=self.floor, Z=self.toward_zero, A=self.size, cubic=cubic, swing=swing, called=called)
        exec("\n".join(lines), scope)  # noqa: S102
        self.slopes = scope["slopes"]

    # ---- functions with events: held values while frozen; `seen` notes which would change
    def relation(self, k, g):
        if not self.frozen:
            self.mode[k] = g > 0
        elif (g > 0) != self.mode[k]:
            self.seen[k] = True
        self.near = min(self.near, abs(g))
        return self.mode[k]

    def floor(self, k, x):
        if not self.frozen:
            self.part[k] = math.floor(x)
        elif math.floor(x) != self.part[k]:
            self.seen["f", k] = True
        return self.part[k]

    def toward_zero(self, k, x):
        if not self.frozen:
            self.zone[k] = math.trunc(x)
        elif math.trunc(x) != self.zone[k]:
            self.seen["z", k] = True
        return self.zone[k]

    def size(self, k, x):
        return x if self.relation(k, x) else -x

    near = math.inf

    def advance(self, t, x, h):
        f = self.slopes
        a, _ = f(t, x)
        b, _ = f(t + h / 2, [p + h / 2 * q for p, q in zip(x, a)])
        c, _ = f(t + h / 2, [p + h / 2 * q for p, q in zip(x, b)])
        d, _ = f(t + h, [p + h * q for p, q in zip(x, c)])
        return [p + h / 6 * (q + 2 * r + 2 * s + u) for p, q, r, s, u in zip(x, a, b, c, d)]

    def leaves(self, t, x, h):
        """Does some relation change within the step?"""
        end = self.advance(t, x, h)
        self.seen.clear()
        self.slopes(t + h, end)
        return bool(self.seen), end

    def follow(self):
        m = self.model
        x = [s.start for s in m.states]
        t, stop = 0.0, m.stop
        h = stop / self.steps
        self.counts = {w.name: 0 for w, _ in m.whens}
        self.instants = []
        self.frozen = False
        self.near = math.inf
        _, values = self.slopes(t, x)
        if self.near < 1e-6:
            raise Unfit
        self.frozen = True
        self.points = [(t, x, dict(values), dict(self.counts), 0)]
        events, last = 0, -1.0
        while t < stop:
            step = min(h, stop - t)
            changed, end = self.leaves(t, x, step)
            if changed:
                low, high = 0.0, step
                for _ in range(60):
                    middle = (low + high) / 2
                    if self.leaves(t, x, middle)[0]:
                        high = middle
                    else:
                        low = middle
                    if high - low < 1e-14:
                        break
                x = self.advance(t, x, high)
                t += high
                events += 1
                if events > self.most or t - last < self.apart or stop - t < self.apart:
                    raise Unfit
                last = t
                self.instants.append(t)
                x = self.event(t, x)
            else:
                t, x = (t + step, end) if stop - t > h * 1.000001 else (stop, end)
            if not all(abs(v) < 50 for v in x):
                raise Unfit
            _, values = self.slopes(t, x)
            self.points.append((t, x, dict(values), dict(self.counts), events))
        return self

    def event(self, t, x):
        for _ in range(6):
            before = dict(self.mode)
            self.frozen = False
            held = dict(self.part), dict(self.zone)
            self.slopes(t, x)
            self.frozen = True
            fired = [w for w, k in self.model.whens if self.mode[k] and not before[k]]
            if len({w.state for w in fired if w.state}) < len([w for w in fired if w.state]):
                raise Unfit
            for w in fired:
                self.counts[w.name] += 1
                if w.state:
                    x = [w.value if s.name == w.state else v for s, v in zip(self.model.states, x)]
            if not fired and before == self.mode and held == (self.part, self.zone):
                self.near = math.inf
                return x
        raise Unfit

    def __len__(self):
        return len(self.points)

    def at(self, t):
        """The values at an instant between events, by cubic interpolation; None near events."""
        i = bisect.bisect_right(self.points, t, key=lambda p: p[0])
        if i >= len(self.points):
            p = self.points[-1]
            return {**p[2], **p[3]} if abs(t - p[0]) < 1e-12 else None
        a = self.points[i - 1]
        if any(abs(t - e) < self.blind for e in self.instants):
            return None
        if t == a[0]:
            return {**a[2], **a[3]}
        values = {}
        lo, hi = max(0, i - 2), min(len(self.points), i + 2)
        support = [p for p in self.points[lo:hi] if p[4] == a[4]]
        if len(support) < 3:
            return None
        for name in a[2]:
            values[name] = lagrange([(p[0], p[2][name]) for p in support], t)
        return {**values, **a[3]}


def lagrange(points, t):
    total = 0.0
    for i, (ti, vi) in enumerate(points):
        w = 1.0
        for j, (tj, _) in enumerate(points):
            if i != j:
                w *= (t - tj) / (ti - tj)
        total += w * vi
    return total


def called(u, v, k, c):
    p = 0.0
    for i, x in enumerate(v, 1):
        w = c * x + i * math.tanh(u)
        if i > k:
            break
        p += w
    return p, p * c - u


def make(seed):
    rng = random.Random(f"motions {seed}")
    while True:
        model = Generator(rng).model()
        try:
            return model, model.run()
        except (Unfit, OverflowError, ZeroDivisionError):
            continue
