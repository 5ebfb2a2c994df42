"""Random circuits with ideal diodes, switches, capacitors and coils, and their motion by a solver of its own.

Every branch has a resistance, so that currents are unique functions of states and time: the set of conducting diodes is found by trying them. States
follow classical Runge-Kutta steps that end at the instants of switches and sources; where a diode begins or ends to conduct currents are continuous.
"""

import math
import random

SLOW = ("c", "l")  # branches with a state


class Unfit(Exception):
    """No unique set of conducting diodes was found."""


def solve(a, b):
    """Gaussian elimination with pivoting."""
    n = len(b)
    a = [row[:] + [b[i]] for i, row in enumerate(a)]
    for k in range(n):
        p = max(range(k, n), key=lambda i: abs(a[i][k]))
        if abs(a[p][k]) < 1e-12:
            raise Unfit
        a[k], a[p] = a[p], a[k]
        for i in range(k + 1, n):
            f = a[i][k] / a[k][k]
            if f:
                for j in range(k, n + 1):
                    a[i][j] -= f * a[k][j]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (a[i][n] - sum(a[i][j] * x[j] for j in range(i + 1, n))) / a[i][i]
    return x


class Branch:
    """From node `a` to node `b` (0 is ground) with resistance r and something else, by kind:

    r nothing, u a source, d a diode, w a switch, c a capacitor, l a coil
    """

    def __init__(self, name, kind, a, b, r, value):
        self.name, self.kind, self.a, self.b, self.r, self.value = name, kind, a, b, r, value


LIBRARY = """  connector Pin
    Real v;
    flow Real i;
  end Pin;
  partial model TwoPin
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end TwoPin;
  model Resistor
    extends TwoPin;
    parameter Real R = 1;
  equation
    v = R*i;
  end Resistor;
  model Diode
    extends TwoPin;
    Real s;
    Boolean off = s < 0;
  equation
    v = if off then s else 0;
    i = if off then 0 else s;
  end Diode;
  model Valve "the same in other words"
    extends TwoPin;
    Boolean on(start = false);
    Real s;
  equation
    on = s > 0;
    v = s*(if on then 0 else 1);
    i = s*(if on then 1 else 0);
  end Valve;
  model Switch
    extends TwoPin;
    parameter Real period = 1, width = 0.5;
    Boolean on = mod(time, period) < width;
    Real s;
  equation
    v = if on then 0 else s;
    i = if on then s else 0;
  end Switch;
  model Source
    extends TwoPin;
    parameter Real V = 1, w = 1, f = 0;
  equation
    v = V*sin(w*time + f);
  end Source;
  model Capacitor
    extends TwoPin(v(start = 0, fixed = true));
    parameter Real C = 1;
  equation
    C*der(v) = i;
  end Capacitor;
  model Coil
    extends TwoPin(i(start = 0, fixed = true));
    parameter Real L = 1;
  equation
    L*der(i) = v;
  end Coil;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
"""


class Model:
    def __init__(self, branches, nodes, stop):
        self.branches, self.nodes, self.stop = branches, nodes, stop

    @property
    def end(self):
        return self.stop

    def text(self):
        lines = ["model M", LIBRARY, "  Ground ground;", f"  Pin node[{self.nodes}];"]
        connects = []
        for b in self.branches:
            lines.append(f"  Resistor r{b.name}(R = {b.r!r});")
            a, c = self.place(b.a), self.place(b.b)
            if b.kind == "r":
                connects += [(a, f"r{b.name}.p"), (f"r{b.name}.n", c)]
                continue
            lines.append(self.declared(b.kind, b.name, *b.value))
            k = b.kind + b.name
            connects += [(a, f"r{b.name}.p"), (f"r{b.name}.n", f"{k}.p"), (f"{k}.n", c)]
        lines.append("equation")
        rng = random.Random(len(connects))
        rng.shuffle(connects)
        lines += [f"  connect({a}, {b});" if rng.random() < 0.5 else f"  connect({b}, {a});" for a, b in connects]
        lines.append("end M;\n")
        return "\n".join(lines)

    def declared(self, kind, name, x, y=0.0, z=0.0):
        if kind == "u":
            return f"  Source u{name}(V = {x!r}, w = {y!r}, f = {z!r});"
        if kind == "d":
            return f"  {'Diode' if x < 0.5 else 'Valve'} d{name};"
        if kind == "w":
            return f"  Switch w{name}(period = {x!r}, width = {y!r});"
        return f"  Capacitor c{name}(C = {x!r}, v(start = {y!r}));" if kind == "c" else f"  Coil l{name}(L = {x!r}, i(start = {y!r}));"

    def place(self, n):
        return f"node[{n}]" if n else "ground.p"

    # ---- the motion
    def currents(self, t, x):
        """Voltages of nodes and currents of branches."""
        diodes = [i for i, b in enumerate(self.branches) if b.kind == "d"]
        on = set(self.guess)
        tried = set()
        for _ in range(2 ** len(diodes) + 4):
            v, i = self.linear(t, x, on)
            wrong = [k for k in diodes if (i[k] < -1e-13 if k in on else v[self.branches[k].a] - v[self.branches[k].b] > 1e-13)]
            if not wrong:
                self.guess = on
                return v, i
            tried.add(frozenset(on))
            on = on ^ set(wrong)
            if frozenset(on) in tried:
                on = on ^ set(wrong) ^ {wrong[0]}
            if frozenset(on) in tried:
                free = [frozenset(d for j, d in enumerate(diodes) if n >> j & 1) for n in range(2 ** len(diodes))]
                on = set(next((f for f in free if f not in tried), ()))
        raise Unfit

    guess = frozenset()

    def linear(self, t, x, on):
        n = self.nodes
        a, rhs = [[0.0] * n for _ in range(n)], [0.0] * n
        parts = []
        for k, b in enumerate(self.branches):
            g, u, j = 1 / b.r, 0.0, 0.0  # current = g*(va - vb - u) + j
            if b.kind == "u":
                u = b.value[0] * math.sin(b.value[1] * t + b.value[2])
            elif b.kind == "d" and k not in on:
                g = 0.0
            elif b.kind == "w" and not self.closed(b, t):
                g = 0.0
            elif b.kind == "c":
                u = x[k]
            elif b.kind == "l":
                g, j = 0.0, x[k]
            parts.append((g, u, j))
            for end, s in ((b.a, 1.0), (b.b, -1.0)):
                if not end:
                    continue
                if b.a:
                    a[end - 1][b.a - 1] += s * g
                if b.b:
                    a[end - 1][b.b - 1] -= s * g
                rhs[end - 1] += s * (g * u - j)
        v = [0.0] + solve(a, rhs)
        return v, [g * (v[b.a] - v[b.b] - u) + j for (g, u, j), b in zip(parts, self.branches)]

    def closed(self, b, t):
        t = min(max(t, self.stretch[0] + 1e-9), self.stretch[1] - 1e-9)
        return t % b.value[0] < b.value[1]

    def slopes(self, t, x):
        v, i = self.currents(t, x)
        d = {}
        for k, b in enumerate(self.branches):
            if b.kind == "c":
                d[k] = i[k] / b.value[0]
            elif b.kind == "l":
                d[k] = (v[b.a] - v[b.b] - b.r * x[k]) / b.value[0]
        return d

    def run(self):
        marks = {0.0, self.stop}
        for b in self.branches:
            if b.kind == "w":
                p, w = b.value
                k = 0
                while k * p < self.stop:
                    marks |= {k * p, k * p + w}
                    k += 1
        marks = sorted(m for m in marks if 0 <= m <= self.stop)
        self.marks = [marks[0]]
        for m in marks[1:]:
            if m - self.marks[-1] > 1e-9:
                if m - self.marks[-1] < 1e-3:
                    raise Unfit
                self.marks.append(m)
        self.guess = frozenset()
        x = {k: b.value[1] for k, b in enumerate(self.branches) if b.kind in SLOW}
        self.points = []
        for a, b in zip(self.marks, self.marks[1:]):
            self.stretch = (a, b)
            n = max(4, int((b - a) / self.stop * 1200))
            h = (b - a) / n
            self.points.append((a, b, h, []))
            for i in range(n + 1):
                t = a + i * h
                self.points[-1][3].append(dict(x))
                if i == n:
                    break
                if not x:
                    continue
                f = self.slopes
                k1 = f(t, x)
                k2 = f(t + h / 2, {k: x[k] + h / 2 * k1[k] for k in x})
                k3 = f(t + h / 2, {k: x[k] + h / 2 * k2[k] for k in x})
                k4 = f(t + h, {k: x[k] + h * k3[k] for k in x})
                x = {k: x[k] + h / 6 * (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]) for k in x}
        return self.points

    def at(self, points, t):
        """The values at an instant; None at switches."""
        if any(abs(t - m) < 1e-7 for m in self.marks[1:]):
            return None
        for a, b, h, states in points:
            if t <= b:
                break
        self.stretch = (a, b)
        i = min(int((t - a) / h), len(states) - 2)
        w = (t - a) / h - i
        x, y = states[i], states[i + 1]
        dx, dy = self.slopes(a + i * h, x), self.slopes(a + (i + 1) * h, y)
        z = {k: (1 + 2 * w) * (1 - w) ** 2 * x[k] + w * (1 - w) ** 2 * h * dx[k] + w * w * (3 - 2 * w) * y[k] + w * w * (w - 1) * h * dy[k] for k in x}
        v, i = self.currents(t, z)
        values = {f"node[{k}].v": v[k] for k in range(1, self.nodes + 1)}
        for b, current in zip(self.branches, i):
            r, drop = f"r{b.name}", b.r * current
            values |= {f"{r}.i": current, f"{r}.v": drop, f"{r}.p.v": v[b.a], f"{r}.p.i": current, f"{r}.n.i": -current, f"{r}.n.v": v[b.a] - drop}
            if b.kind != "r":
                part = b.kind + b.name
                values |= {f"{part}.i": current, f"{part}.v": v[b.a] - drop - v[b.b], f"{part}.n.v": v[b.b], f"{part}.n.i": -current}
        return values

    def reduce(self, fails):
        while True:
            for i in reversed(range(len(self.branches))):
                before = self.branches
                self.branches = before[:i] + before[i + 1:]
                try:
                    if fails():
                        break
                except Unfit:
                    pass
                self.branches = before
            else:
                return


def make(seed):
    rng = random.Random(f"switches {seed}")
    while True:
        nodes = rng.randrange(1, 5)
        branches = []

        def add(kind, a, b, rng=rng, branches=branches):
            r = rng.randrange(16, 512) / 64
            value = {"r": (), "u": (rng.randrange(1, 80) / 8, rng.randrange(8, 64) / 16, rng.randrange(16) / 8), "d": (rng.random(),),
                     "w": (0.0, 0.0), "c": (rng.randrange(8, 128) / 64, rng.randrange(-16, 17) / 8), "l": (rng.randrange(8, 128) / 64, rng.randrange(-8, 9) / 8)}[kind]
            if kind == "w":
                p = rng.randrange(30, 100) / 64
                value = (p, p * rng.randrange(2, 7) / 8)
            branches.append(Branch(str(len(branches)), kind, a, b, r, value))

        for n in range(1, nodes + 1):
            add(rng.choice("rru"), n, rng.randrange(n))
        add("u", rng.randrange(1, nodes + 1), 0)
        for _ in range(rng.randrange(1, 7)):
            a, b = rng.sample(range(nodes + 1), 2)
            add(rng.choice("rddddwwcl"), a, b)
        model = Model(branches, nodes, rng.choice((2.0, 4.0)))
        try:
            return model, model.run()
        except Unfit:
            continue
