"""Random expressions and functions whose time derivatives a model asks for, and their values by Taylor series.

Variables follow from time, from states and from each other through elementary functions, arrays, records and functions with loops and
branches; `der` of them, and `der` of that, must be derived by the program. Here every operation works on truncated power series, and the
series of states follow from their values in the row that is looked at: no integration error comes in.
"""

import math
import random

ORDER = 3


class Unfit(Exception):
    """A value near a corner, a pole or the end of a domain."""


class Series:
    """c[0] + c[1]*s + ... up to s^ORDER."""

    def __init__(self, c):
        self.c = list(c)

    def __add__(self, o):
        o = series(o)
        return Series(a + b for a, b in zip(self.c, o.c))

    def __neg__(self):
        return Series(-a for a in self.c)

    def __sub__(self, o):
        return self + -series(o)

    def __mul__(self, o):
        o = series(o)
        return Series(sum(self.c[i] * o.c[k - i] for i in range(k + 1)) for k in range(ORDER + 1))

    def __truediv__(self, o):
        o = series(o)
        if abs(o.c[0]) < 1e-2:
            raise Unfit
        c = []
        for k in range(ORDER + 1):
            c.append((self.c[k] - sum(c[i] * o.c[k - i] for i in range(k))) / o.c[0])
        return Series(c)

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, o):
        return series(o) - self

    def __rtruediv__(self, o):
        return series(o) / self


def series(x):
    return x if isinstance(x, Series) else Series([float(x)] + [0.0] * ORDER)


def composed(derivatives, x):
    """f(x) by the derivatives of f at x.c[0]."""
    d = Series([0.0] + x.c[1:])
    power, total, factor = series(1.0), series(0.0), 1.0
    for k, f in enumerate(derivatives):
        if k:
            power, factor = power * d, factor * k
        total = total + power * (f / factor)
    return total


def sin(x):
    x = series(x)
    s, c = math.sin(x.c[0]), math.cos(x.c[0])
    return composed((s, c, -s, -c), x)


def cos(x):
    x = series(x)
    s, c = math.sin(x.c[0]), math.cos(x.c[0])
    return composed((c, -s, -c, s), x)


def tan(x):
    return sin(x) / cos(x)


def exp(x):
    x = series(x)
    if x.c[0] > 8:
        raise Unfit
    e = math.exp(x.c[0])
    return composed((e, e, e, e), x)


def log(x):
    x = series(x)
    if x.c[0] < 0.05:
        raise Unfit
    a = x.c[0]
    return composed((math.log(a), 1 / a, -1 / a**2, 2 / a**3), x)


def log10(x):
    return log(x) / math.log(10.0)


def power(x, p):
    """x^p for a constant p."""
    x = series(x)
    if p == int(p) and p >= 0:
        result = series(1.0)
        for _ in range(int(p)):
            result = result * x
        return result
    if p == int(p):
        return 1.0 / power(x, -p)
    a = x.c[0]
    if a < 0.05:
        raise Unfit
    return composed((a**p, p * a ** (p - 1), p * (p - 1) * a ** (p - 2), p * (p - 1) * (p - 2) * a ** (p - 3)), x)


def general_power(x, y):
    return exp(log(x) * y)


def sqrt(x):
    return power(x, 0.5)


def sinh(x):
    return (exp(x) - exp(-series(x))) * 0.5


def cosh(x):
    return (exp(x) + exp(-series(x))) * 0.5


def tanh(x):
    x = series(x)
    t = math.tanh(x.c[0])
    return composed((t, 1 - t * t, -2 * t * (1 - t * t), (1 - t * t) * (6 * t * t - 2)), x)


def integrated(slope, value):
    """The series with this derivative and this value."""
    return Series([value] + [slope.c[k] / (k + 1) for k in range(ORDER)])


def derived(x):
    return Series([x.c[k + 1] * (k + 1) for k in range(ORDER)] + [math.nan])


def composition(f, slope, x):
    """f(x) from the derivative of f as a function of series."""
    x = series(x)
    return integrated(slope(x) * derived0(x), f(x.c[0]))


def derived0(x):
    return Series([x.c[k + 1] * (k + 1) for k in range(ORDER)] + [0.0])


def inside(x):
    x = series(x)
    if abs(x.c[0]) > 0.9:
        raise Unfit
    return x


def asin(x):
    return composition(math.asin, lambda u: 1.0 / sqrt(1.0 - u * u), inside(x))


def acos(x):
    return composition(math.acos, lambda u: -1.0 / sqrt(1.0 - u * u), inside(x))


def atan(x):
    return composition(math.atan, lambda u: 1.0 / (1.0 + u * u), x)


def atan2(y, x):
    x, y = series(x), series(y)
    r = x * x + y * y
    if r.c[0] < 0.05:
        raise Unfit
    return integrated((x * derived0(y) - y * derived0(x)) / r, math.atan2(y.c[0], x.c[0]))


def absolute(x):
    x = series(x)
    if abs(x.c[0]) < 1e-3:
        raise Unfit
    return x if x.c[0] > 0 else -x


def largest(*xs):
    xs = sorted((series(x) for x in xs), key=lambda x: x.c[0])
    if xs[-1].c[0] - xs[-2].c[0] < 1e-3:
        raise Unfit
    return xs[-1]


def least(*xs):
    return -largest(*(-series(x) for x in xs))


def above(x, y):
    d = (series(x) - y).c[0]
    if abs(d) < 1e-3:
        raise Unfit
    return d > 0


def number(x):
    return f"({x!r})" if x < 0 else repr(x)


class Generator:
    """Texts (Modelica, Python) of expressions; functions with the same body in both."""

    def __init__(self, rng):
        self.rng, self.count, self.functions, self.defined = rng, 0, [], []

    def name(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def value(self):
        return self.rng.choice((-1, 1)) * self.rng.randrange(16, 160) / 64

    def leaf(self, known):
        if known and self.rng.random() < 0.75:
            n = self.rng.choice(known)
            return n, n
        c = number(self.value())
        return c, c

    def expression(self, known, depth):
        """A pair of texts."""
        pick = self.rng.random()
        if depth <= 0 or pick < 0.1:
            return self.leaf(known)
        a, b = self.expression(known, depth - 1), self.expression(known, depth - 1)
        if pick < 0.4:
            o = self.rng.choice("++-*")
            return f"({a[0]} {o} {b[0]})", f"({a[1]} {o} {b[1]})"
        if pick < 0.48:
            return f"({a[0]}/(1.5 + ({b[0]})^2))", f"({a[1]}/(1.5 + power({b[1]}, 2)))"
        if pick < 0.54:
            p = self.rng.choice((2, 3, 4, -1, -2))
            if p > 0:
                return f"({a[0]})^{p}", f"power({a[1]}, {p})"
            return f"(2 + sin({a[0]}))^({p})", f"power(2 + sin({a[1]}), {p})"
        if pick < 0.58:
            p = self.rng.choice((0.5, 1.5, 2.5, -0.75))
            return f"(1.5 + ({a[0]})^2)^({p})", f"power(1.5 + power({a[1]}, 2), {p})"
        if pick < 0.6:
            return f"(1.5 + ({a[0]})^2)^(sin({b[0]}))", f"general_power(1.5 + power({a[1]}, 2), sin({b[1]}))"
        if pick < 0.8:
            f = self.rng.choice(("sin", "cos", "tanh", "atan", "exp", "log", "sqrt", "sinh", "cosh", "asin", "acos", "log10", "tan"))
            if f in ("exp", "sinh", "cosh", "tan"):
                return f"{f}(tanh({a[0]}))", f"{f}(tanh({a[1]}))"
            if f in ("log", "sqrt", "log10"):
                return f"{f}(1.25 + ({a[0]})^2)", f"{f}(1.25 + power({a[1]}, 2))"
            if f in ("asin", "acos"):
                return f"{f}(0.75*sin({a[0]}))", f"{f}(0.75*sin({a[1]}))"
            return f"{f}({a[0]})", f"{f}({a[1]})"
        if pick < 0.83:
            return f"atan2({a[0]}, 1.5 + ({b[0]})^2)", f"atan2({a[1]}, 1.5 + power({b[1]}, 2))"
        if pick < 0.87:
            c = self.expression(known, depth - 1)
            return (f"(if {a[0]} > {number(0.5)} then {b[0]} else {c[0]})", f"({b[1]} if above({a[1]}, 0.5) else {c[1]})")
        if pick < 0.9:
            f, g = self.rng.choice((("max", "largest"), ("min", "least")))
            return f"{f}({a[0]}, {b[0]})", f"{g}({a[1]}, {b[1]})"
        if pick < 0.92:
            return f"abs({a[0]})", f"absolute({a[1]})"
        if pick < 0.95:
            return f"({{{a[0]}, {b[0]}, 2}}*{{{b[0]}, 1.5, {a[0]}}})", f"({a[1]}*{b[1]} + {b[1]}*1.5 + 2*{a[1]})"
        if pick < 0.97:
            return f"sum({{i*{a[0]} for i in 1:3}})", f"(6.0*{a[1]})"
        if self.defined:
            return self.call(known, depth)
        return f"sin({a[0]})", f"sin({a[1]})"

    def call(self, known, depth):
        f, kind = self.rng.choice(self.defined)
        es = [self.expression(known, depth - 1) for _ in range(2)]
        if kind == "vector":
            return f"{f}({{{es[0][0]}, {es[1][0]}, 0.5}})", f"{f}(({es[0][1]}, {es[1][1]}, 0.5))"
        if kind == "record":
            return f"{f}(P({es[0][0]}, {{{es[1][0]}, 1}}))", f"{f}({es[0][1]}, ({es[1][1]}, 1.0))"
        return f"{f}({es[0][0]}, {es[1][0]})", f"{f}({es[0][1]}, {es[1][1]})"

    def function(self):
        f = self.name("f")
        kind = self.rng.choice(("scalars", "scalars", "vector", "record", "matrix", "two"))
        mo, py = [f"  function {f}"], []
        if kind in ("scalars", "two", "matrix"):
            mo += ["    input Real u;", "    input Real v;"]
            py.append(f"def {f}(u, v):")
            known = ["u", "v"]
        elif kind == "vector":
            mo.append("    input Real u[:];")
            py.append(f"def {f}(u):")
            known = ["u[1]", "u[2]", "u[end]"]
        else:
            mo.append("    input P u;")
            py.append(f"def {f}(ua, ub):")
            known = ["u.a", "u.b[1]", "u.b[2]"]
        places = {"u[1]": "u[0]", "u[2]": "u[1]", "u[end]": "u[2]", "u.a": "ua", "u.b[1]": "ub[0]", "u.b[2]": "ub[1]"}

        def given(depth, names):
            a, b = self.expression(names, depth)
            for k, p in places.items():
                b = b.replace(k, p) if k in names else b
            return a, b

        mo.append("    output Real y;")
        if kind == "two":
            mo.append("    output Real z;")
        mo += ["  protected", "    Real w;", "    Real q[3];"]
        if kind == "matrix":
            mo.append("    Real m[2, 2];")
        mo.append("  algorithm")
        first = given(2, known)
        mo.append(f"    w := {first[0]};")
        py.append(f"  w = series({first[1]})")
        inner = known + ["w"]
        # places are replaced one by one: names of the program come from `given` alone
        n = self.rng.randrange(1, 4)
        a, b = given(1, inner), given(1, inner)
        mo += [f"    y := {a[0]};", f"    for i in 1:{n} loop", f"      y := y*0.5 + i*w*{b[0]};", "      q[i] := y;", "    end for;"]
        py += [f"  y = series({a[1]})", "  q = [None]*3", f"  for i in range(1, {n + 1}):", f"    y = y*0.5 + i*w*{b[1]}", "    q[i - 1] = y"]
        for i in range(n, 3):
            e = given(1, inner)
            mo.append(f"    q[{i + 1}] := {e[0]};")
            py.append(f"  q[{i}] = series({e[1]})")
        if self.rng.random() < 0.5:
            c, e = given(1, known), given(1, inner + ["y"])
            mo += [f"    if {c[0]} > 0.25 then", f"      y := {e[0]};", "    else", f"      q[2] := {e[0]};", "    end if;"]
            py += [f"  if above({c[1]}, 0.25):", f"    y = series({e[1]})", "  else:", f"    q[1] = series({e[1]})"]
        if kind == "matrix":
            e = given(1, inner)
            mo += [f"    m := [w, {e[0]}; 1, 2];", "    m[1, :] := m[1, :]*w;", "    y := y + sum(m*{1, w}) + q*{1, 2, 3};"]
            py += [f"  m = [[w*w, ({e[1]})*w], [1.0, 2.0]]", "  y = y + (m[0][0] + m[0][1]*w + 1.0 + 2.0*w) + q[0] + 2*q[1] + 3*q[2]"]
        else:
            mo.append("    y := y + sum(q);")
            py.append("  y = y + q[0] + q[1] + q[2]")
        if kind == "two":
            mo.append("    z := y*w;")
            py.append("  return y, y*w")
        else:
            py.append("  return y")
        mo.append(f"  end {f};")
        self.functions.append(("\n".join(mo), "\n".join(py)))
        if kind == "two":
            self.pairs.append(f)
        else:
            self.defined.append((f, {"matrix": "scalars"}.get(kind, kind)))

    pairs = ()


class Model:
    """variables: (name, Modelica, Python) in order; states: (name, start, Modelica, Python); pairs: (names, ...)."""

    stop, end = 1.0, 1.0

    def __init__(self):
        self.functions, self.states, self.variables, self.second = [], [], [], []

    def text(self):
        lines = ["model M", "  record P", "    Real a;", "    Real b[2];", "  end P;"] + [mo for mo, _ in self.functions]
        lines += [f"  Real {n}(start = {number(s)}, fixed = true);" for n, s, _, _ in self.states]
        for names, _, _ in self.variables:
            for n in names:
                lines += [f"  Real {n};", f"  Real d{n} = der({n});"]
                if n in self.second:
                    lines.append(f"  Real e{n} = der(d{n});")
        lines.append("equation")
        lines += [f"  der({n}) = {mo};" for n, _, mo, _ in self.states]
        for names, mo, _ in self.variables:
            lines.append(f"  {names[0]} = {mo};" if len(names) == 1 else f"  ({', '.join(names)}) = {mo};")
        return "\n".join(lines + ["end M;"]) + "\n"

    def run(self):
        lines = [py for _, py in self.functions]
        names = [n for n, _, _, _ in self.states]
        lines += ["def laws(time, X):"] + [f"  {n} = X[{i}]" for i, n in enumerate(names)]
        lines += [f"  return [{', '.join(f'series({py})' for _, _, _, py in self.states)}]"]
        lines += ["def follow(time, X):"] + [f"  {n} = X[{i}]" for i, n in enumerate(names)]
        shown = []
        for ns, _, py in self.variables:
            lines.append(f"  {', '.join(ns)} = {'series' if len(ns) == 1 else ''}({py})")
            shown += ns
        lines.append(f"  return dict({', '.join(f'{n}={n}' for n in shown)})")
        scope = dict(globals())
        exec("\n".join(lines), scope)  # noqa: S102
        self.laws, self.follow = scope["laws"], scope["follow"]
        for k in range(8):  # most of it must be defined
            self.values(k / 7, [s for _, s, _, _ in self.states])
        return [0, 1]

    def values(self, t, x):
        time = Series([t, 1.0] + [0.0] * (ORDER - 1))
        known = [series(v) for v in x]
        for _ in range(ORDER):
            known = [integrated(f, v) for f, v in zip(self.laws(time, known), x)]
        return {n: v.c for n, v in self.follow(time, known).items()}

    def wrong(self, row, allowed):
        """What is wrong in a row; the states are taken as they are."""
        try:
            values = self.values(row["time"], [row[n] for n, _, _, _ in self.states])
        except (Unfit, OverflowError):
            return ""
        for n, c in values.items():
            wanted = {n: c[0], f"d{n}": c[1]}
            if n in self.second:
                wanted[f"e{n}"] = 2 * c[2]
            for name, value in wanted.items():
                if not abs(row[name] - value) <= allowed * max(1.0, abs(value), *(abs(x) for x in c)):
                    return f"{name}({row['time']!r}) = {row[name]!r} instead of {value!r}"
        return ""

    def reduce(self, fails):
        for part in ("variables", "states"):
            items = getattr(self, part)
            for i in reversed(range(len(items))):
                if part == "states" and len(items) == 1:
                    break
                before = getattr(self, part)
                setattr(self, part, before[:i] + before[i + 1:])
                try:
                    self.run()
                    good = fails()
                except (NameError, KeyError, Unfit):
                    good = False
                if not good:
                    setattr(self, part, before)
                    self.run()


def make(seed):
    rng = random.Random(f"derivatives {seed}")
    while True:
        g = Generator(rng)
        g.pairs = []
        m = Model()
        for _ in range(rng.randrange(4)):
            g.function()
        states = [g.name("x") for _ in range(rng.randrange(1, 3))]
        for n in states:
            mo = "if"
            while "if" in mo or "abs" in mo:  # no sliding
                mo, py = g.expression(["time", *states], 2)
            m.states.append((n, rng.randrange(-64, 65) / 64, f"tanh({mo}) - {n}", f"tanh({py}) - {n}"))
        known = ["time", *states]
        for _ in range(rng.randrange(1, 4)):
            if g.pairs and rng.random() < 0.4:
                f, names = rng.choice(g.pairs), [g.name("y"), g.name("y")]
                a, b = g.expression(known, 1), g.expression(known, 1)
                m.variables.append((names, f"{f}({a[0]}, {b[0]})", f"{f}({a[1]}, {b[1]})"))
            else:
                names = [g.name("y")]
                mo, py = g.call(known, 2) if g.defined and rng.random() < 0.5 else g.expression(known, 3)
                m.variables.append((names, mo, py))
            known += names
            if rng.random() < 0.5:
                m.second += names
        m.functions = g.functions
        try:
            return m, m.run()
        except (Unfit, OverflowError, ZeroDivisionError):
            continue
