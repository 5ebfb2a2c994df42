"""Random mechanisms with multipliers in a plane and on rails: trains of bodies with hinges (index 3), wheels and knife edges that
cannot slip sideways (index 2), wheels that roll with creep that depends on contact forces, four-bar linkages, with hints for more states than there can be.

Equations are written in what Modelica and Python have in common, so that each row of results is put into every equation by
Python itself; energy is compared with the work of forces, a further equation.
"""

import math
import random
import re

NAMES = {name: getattr(math, name) for name in ("sin", "cos", "tan", "tanh", "sqrt", "exp", "atan")}


class Mechanism:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.variables = {}  # name: start, and whether it is fixed
        self.equations = []  # pairs of texts
        self.hinted = set()
        self.energy, self.power = [], []
        kind = self.random.choice(["train", "train", "wheelset", "wheelset", "linkage"])
        getattr(self, kind)()
        self.variables["W"] = 0.0, True
        self.variables["E"] = 0.0, False
        self.equations += [("der(W)", " + ".join(self.power) or "0"), ("E", " + ".join(self.energy))]
        # Hints for all coordinates and speeds: more than can be states.
        if self.random.random() < 0.5:
            self.hinted = {name for name in self.variables if f"der({name})" in self.all_text() and name != "W"}
        self.random.shuffle(self.equations)

    def all_text(self):
        return " ".join(a + " " + b for a, b in self.equations)

    def number(self, low, high):
        return round(self.random.uniform(low, high), 3)

    def state(self, name, start=0.0, fixed=False):
        self.variables[name] = start, fixed

    def equate(self, left, right):
        self.equations.append((left, right))

    # ---- bodies in a plane

    def body(self, i, x, y, phi, fixed=()):
        """Coordinates and speeds; forces are collected in fx, fy, m of it."""
        for name, start in (("x", x), ("y", y), ("p", phi)):
            self.state(f"{name}{i}", start, name in fixed)
            self.state(f"v{name}{i}", 0.0, False)
            self.equate(f"der({name}{i})", f"v{name}{i}")
        self.mass[i], self.inertia[i] = self.number(0.5, 4), self.number(0.2, 2)
        self.forces[i] = {"x": [], "y": [], "p": []}
        self.energy.append(f"0.5*{self.mass[i]}*(vx{i}^2 + vy{i}^2) + 0.5*{self.inertia[i]}*vp{i}^2")

    def push(self, i, fx, fy, moment, works=False):
        for name, text in (("x", fx), ("y", fy), ("p", moment)):
            if text:
                self.forces[i][name].append(f"({text})")
        if works:
            self.power.append(f"({fx or 0})*vx{i} + ({fy or 0})*vy{i} + ({moment or 0})*vp{i}")

    def newton(self):
        for i, forces in self.forces.items():
            for name, weight in (("x", self.mass[i]), ("y", self.mass[i]), ("p", self.inertia[i])):
                self.equate(f"{weight}*der(v{name}{i})", " + ".join(forces[name]) or "0")

    def train(self):
        """Bodies one behind the other, each on a pair of wheels that does not slip sideways, hinged to the one before it."""
        self.mass, self.inertia, self.forces = {}, {}, {}
        n = self.random.randint(1, 5)
        x = y = 0.0
        phi = self.number(-1, 1)
        ends = {i: (self.number(0.4, 1), self.number(0.4, 1)) for i in range(1, n + 1)}  # hinges before and behind
        for i in range(1, n + 1):
            if i > 1:
                x -= ends[i - 1][1] * math.cos(phi)
                y -= ends[i - 1][1] * math.sin(phi)
                phi += self.number(-0.5, 0.5)
                x -= ends[i][0] * math.cos(phi)
                y -= ends[i][0] * math.sin(phi)
            self.body(i, x, y, phi, ("x", "y", "p") if i == 1 else ("p",))
            self.knife(i, 0.0 if i == 1 else self.number(-0.3, 0.3))
            if self.random.random() < 0.5:
                self.wheel(i)
            c = self.number(0.05, 0.5)
            self.push(i, f"-{c}*vx{i}", f"-{c}*vy{i}", f"-{c}*vp{i}", works=True)
            if self.random.random() < 0.4:
                f = self.number(0.2, 3)
                w = self.number(1, 4)
                self.push(i, f"{f}*cos(p{i})", f"{f}*sin(p{i})", f"{f}*sin({w}*time)", works=True)
        for i in range(2, n + 1):
            self.hinge(i - 1, ends[i - 1][1], i, ends[i][0])
        self.newton()
        speed, turn = self.number(0.3, 2), self.number(-1, 1)
        self.state("u", speed, True)
        self.equate("u", "vx1*cos(p1) + vy1*sin(p1)")
        self.variables["vp1"] = turn, True

    def knife(self, i, a):
        """Sideways speed is zero at the distance a from the centre; the multiplier is the force."""
        lam = f"s{i}"
        self.state(lam)
        self.equate(f"vy{i}*cos(p{i}) - vx{i}*sin(p{i}) + ({a})*vp{i}", "0")
        self.push(i, f"-{lam}*sin(p{i})", f"{lam}*cos(p{i})", f"({a})*{lam}")

    def wheel(self, i):
        """A wheel on one side rolls without slip; its spin is one more coordinate, braked by what depends on the force at its contact."""
        b, r, inertia = self.number(-0.4, 0.4), self.number(0.1, 0.5), self.number(0.01, 0.1)
        lam = f"t{i}"
        self.state(lam)
        self.state(f"q{i}", 0.0, True)
        self.state(f"w{i}")
        self.equate(f"der(q{i})", f"w{i}")
        self.equate(f"vx{i}*cos(p{i}) + vy{i}*sin(p{i}) - ({b})*vp{i}", f"{r}*w{i}")
        self.push(i, f"{lam}*cos(p{i})", f"{lam}*sin(p{i})", f"-({b})*{lam}")
        brake = f"{self.number(0.01, 0.1)}*tanh(w{i})*sqrt(1 + {lam}^2)"
        self.equate(f"{inertia}*der(w{i})", f"-{r}*{lam} - {brake}")
        self.energy.append(f"0.5*{inertia}*w{i}^2")
        self.power.append(f"(-({brake})*w{i})")

    def hinge(self, i, behind, j, before):
        for axis, turn, moment in (("x", "cos", "-({}*{}*sin(p{}))"), ("y", "sin", "({}*{}*cos(p{}))")):
            lam = f"h{axis}{j}"
            self.state(lam)
            self.equate(f"{axis}{i} - {behind}*{turn}(p{i})", f"{axis}{j} + {before}*{turn}(p{j})")
            self.push(j, lam if axis == "x" else "", lam if axis == "y" else "", moment.format(lam, before, j))
            # The hinge is behind the centre of i: its arm has the other sign, and so has the force.
            self.push(i, f"-{lam}" if axis == "x" else "", f"-{lam}" if axis == "y" else "", moment.format(lam, behind, i))

    # ---- wheels on rails

    def wheelset(self):
        """Axles across rails: each wheel touches its rail where tangents are parallel; creep depends on normal forces. Springs join axles."""
        n = self.random.randint(1, 2)
        half, r0 = self.number(0.7, 0.8), self.number(0.4, 0.55)
        cone, bend = self.number(0.02, 0.08), self.number(0, 0.5)
        rise, crown = self.number(0.03, 0.08), self.number(2, 5)
        for k in range(1, n + 1):
            m, j, spring = self.number(800, 1500), self.number(300, 600), self.number(1e5, 4e5)
            self.state(f"y{k}", self.number(-0.01, 0.01), True)
            self.state(f"z{k}", r0)
            self.state(f"f{k}")
            self.state(f"vy{k}", self.number(-0.1, 0.1), True)
            self.state(f"vz{k}")
            self.state(f"w{k}")
            for x, v in (("y", "vy"), ("z", "vz"), ("f", "w")):
                self.equate(f"der({x}{k})", f"{v}{k}")
            sums = {"y": [f"-{spring}*y{k}"], "z": [f"-{m}*9.81"], "f": []}
            for side, name in ((-1, f"{k}a"), (1, f"{k}b")):
                self.contact(k, name, side, half, r0, (cone, bend), (rise, crown), m, sums)
            self.equate(f"{m}*der(vy{k})", " + ".join(sums["y"]))
            self.equate(f"{m}*der(vz{k})", " + ".join(sums["z"]))
            self.equate(f"{j}*der(w{k})", " + ".join(sums["f"]))
            self.energy.append(f"0.5*{m}*(vy{k}^2 + vz{k}^2) + 0.5*{j}*w{k}^2 + {m}*9.81*z{k} + 0.5*{spring}*y{k}^2")
        if n == 2:
            c, d = self.number(1e4, 2e5), self.number(1e2, 2e3)
            self.state("force")
            self.equate("force", f"{c}*(y2 - y1) + {d}*(vy2 - vy1)")
            for at, (left, right) in enumerate(self.equations):
                for k, sign in ((1, "+"), (2, "-")):
                    if left.endswith(f"*der(vy{k})"):
                        self.equations[at] = left, f"{right} {sign} force"
            self.power.append("(-force*(vy2 - vy1))")

    def contact(self, k, name, side, half, r0, wheel, rail, m, sums):
        (cone, bend), (rise, crown) = wheel, rail
        for x, start in (("s", side * half), ("u", side * half), ("N", m * 4.9), ("r", r0), ("g", 0.0), ("h", 0.0), ("e", 0.0), ("c", 0.0), ("T", 0.0)):
            self.state(x + name, start)
        along = f"({side})*{{}} - {half}"
        s, u = along.format("s" + name), along.format("u" + name)
        r, g, h, e, c, force, lam = ("r" + name, "g" + name, "h" + name, "e" + name, "c" + name, "T" + name, "N" + name)
        self.equate(r, f"{r0} - {cone}*({s}) + {bend}*({s})^2")
        self.equate(g, f"({side})*(-{cone} + 2*{bend}*({s}))")
        self.equate(h, f"-{crown}/2*({u})^2 - {rise}*({u})")
        self.equate(e, f"({side})*(-{crown}*({u}) - {rise})")
        self.equate(f"y{k} + s{name}*cos(f{k}) + {r}*sin(f{k})", "u" + name)
        self.equate(f"z{k} + s{name}*sin(f{k}) - {r}*cos(f{k})", h)
        self.equate(f"sin(f{k}) - {g}*cos(f{k})", f"{e}*(cos(f{k}) + {g}*sin(f{k}))")
        self.equate(c, f"vy{k} - w{k}*({h} - z{k}) + {e}*(vz{k} + w{k}*(u{name} - y{k}))")
        self.equate(force, f"-{self.number(0.1, 0.4)}*{lam}*tanh({c}/{self.number(0.3, 1)})")
        sums["y"].append(f"{force} - {lam}*{e}")
        sums["z"].append(f"{lam} + {force}*{e}")
        sums["f"].append(f"({lam} + {force}*{e})*(u{name} - y{k}) - ({force} - {lam}*{e})*({h} - z{k})")
        self.power.append(f"{force}*{c}")

    # ---- closed loops

    def linkage(self):
        """Rods from one support to another, each described by its centre and angle, pinned to its neighbours."""
        self.mass, self.inertia, self.forces = {}, {}, {}
        n = self.random.randint(2, 4)
        x = y = 0.0
        points = [(x, y)]
        for _ in range(n):
            length, angle = self.number(0.5, 1.2), self.number(-2.2, -0.3) if len(points) == 1 else self.number(-0.9, 0.9)
            x, y = x + length * math.cos(angle), y + length * math.sin(angle)
            points.append((x, y))
        closed = n > 2 and self.random.random() < 0.8
        dof = n - 2 if closed else n
        for i in range(1, n + 1):
            (xa, ya), (xb, yb) = points[i - 1], points[i]
            length = math.hypot(xb - xa, yb - ya)
            phi = math.atan2(yb - ya, xb - xa)
            self.body(i, (xa + xb) / 2, (ya + yb) / 2, phi, ("p",) if i <= dof else ())
            self.variables[f"vp{i}"] = (self.number(-0.5, 0.5) if i <= dof else 0.0), i <= dof
            self.push(i, "", f"-{self.mass[i]}*9.81", "")
            self.energy.append(f"{self.mass[i]}*9.81*y{i}")
            c = self.number(0.05, 0.3)
            self.push(i, "", "", f"-{c}*vp{i}", works=True)
            self.pin(i, length / 2, points[0])
            self.half = {**getattr(self, "half", {}), i: length / 2}
        if closed:
            self.end_pin(n, points[n])
        self.newton()

    def pin(self, i, half, support):
        """The beginning of rod i at the end of the rod before it, or at the support."""
        for axis, turn in (("x", "cos"), ("y", "sin")):
            lam = f"k{axis}{i}"
            self.state(lam)
            where = (f"{axis}{i - 1} + {self.half[i - 1]!r}*{turn}(p{i - 1})" if i > 1 else repr(support[axis == "y"]))
            self.equate(f"{axis}{i} - {half!r}*{turn}(p{i})", where)
            self.at_end(i, axis, lam, -half)
            if i > 1:
                self.at_end(i - 1, axis, f"(-{lam})", self.half[i - 1])

    def end_pin(self, i, support):
        for axis, turn in (("x", "cos"), ("y", "sin")):
            lam = f"o{axis}{i}"
            self.state(lam)
            self.equate(f"{axis}{i} + {self.half[i]!r}*{turn}(p{i})", repr(support[axis == "y"]))
            self.at_end(i, axis, lam, self.half[i])

    def at_end(self, i, axis, force, arm):
        """A force on rod i at its point at `arm` from the centre."""
        if axis == "x":
            self.push(i, force, "", f"-{force}*({arm!r})*sin(p{i})")
        else:
            self.push(i, "", force, f"{force}*({arm!r})*cos(p{i})")

    # ---- texts and checks

    def text(self):
        out = ["model M"]
        for name, (start, fixed) in self.variables.items():
            hint = ", stateSelect = StateSelect.prefer" if name in self.hinted else ""
            out.append(f"  Real {name}(start = {start!r}{', fixed = true' if fixed else ''}{hint});")
        return "\n".join([*out, "  parameter Real E0(fixed = false);", "initial equation", "  E0 = E;", "equation",
                          *(f"  {a} = {b};" for a, b in self.equations), "end M;", ""])

    def compiled(self):
        if not hasattr(self, "functions"):
            def side(text):
                def name(match):
                    if match[1]:
                        return f"_['der({match[1]})']"
                    return match[0] if match[0] in NAMES else f"_['{match[0]}']"
                return eval("lambda _: " + re.sub(r"der\((\w+)\)|\b[A-Za-z]\w*", name, text.replace("^", "**")), dict(NAMES))
            self.functions = [(f"{a} = {b}", side(a), side(b), "der(" in a + b) for a, b in self.equations]
        return self.functions

    def size(self, name):
        """Of what a variable belongs to: forces are as large as weights."""
        return 1e4 if re.match(r"[NT]\d[ab]|force|[EW]$", name) and "N1a" in self.variables else 0.0

    def reduce(self, _):
        """What is left out of a mechanism makes another one."""

    def wrong(self, row, allowed, derivatives, drift=1e-6):
        """What does not hold in a row: an equation by more than `allowed`, the balance of energy by more than `drift`."""
        for text, left, right, is_rate in self.compiled():
            if is_rate and not derivatives:
                continue
            try:
                a, b = left(row), right(row)
            except KeyError:
                continue  # a derivative that is not printed
            size = max(1.0, abs(a), abs(b), *(abs(row[n]) for n in re.findall(r"\bN\d[ab]", text)))
            if not abs(a - b) <= allowed * size:
                return f"{text} at {row['time']!r}: {a!r} instead of {b!r}"
        gone = row["E"] - row["E0"] - row["W"]
        if not abs(gone) <= drift * max(1.0, abs(row["E"]), abs(row["W"])):
            return f"energy at {row['time']!r}: E - W changed by {gone!r}"
        return ""


def make(seed):
    return Mechanism(seed)
