"""Random models for methods to agree on: systems of index 1 to 3 with a known solution, networks of phasors.

`constrained(seed)` gives a model whose exact solution is in its variables: each equation F(unknowns) = 0 is written as
F(unknowns) = F(solution), so that the solution holds whatever F is. `network(seed)` gives a network of machines, lines
and loads, whose power balance must vanish; its solution is that of another method.
"""
import math
import random


class Constrained:
    """Bodies q with masses that depend on them, multipliers of constraints, forces that need an iteration."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.index = self.random.choice([1, 2, 2, 3, 3])
        self.n = self.random.randint(2, 5)
        self.m = 0 if self.index == 1 else self.random.randint(1, max(1, self.n - 1))
        self.loops = self.random.randint(0, 3)
        self.exact = {}
        self.equations = []
        self.declarations = []
        self.starts = {}

    def number(self, low, high):
        return round(self.random.uniform(low, high), 3)

    def wave(self, name, derivatives):
        """An exact solution with its derivatives, as text and as functions of time."""
        c, a, w, p = self.number(-1, 1), self.number(0.2, 0.8), self.number(0.5, 2), self.number(0, 3)
        shapes = [f"({c} + {a}*sin({w}*time + {p}))", f"({a * w:.17g}*cos({w}*time + {p}))",
                  f"(-{a * w * w:.17g}*sin({w}*time + {p}))"]
        values = [lambda t: c + a * math.sin(w * t + p), lambda t: a * w * math.cos(w * t + p),
                  lambda t: -a * w * w * math.sin(w * t + p)]
        for name_, shape, value in list(zip(name, shapes, values))[:derivatives + 1]:
            self.exact[name_] = (shape, value)

    def equate(self, terms):
        """terms: text with {names} of unknowns; der(x) is the name {der(x)}."""
        names = sorted(self.exact, key=len, reverse=True)
        model, exact = terms, terms
        for name in names:
            model = model.replace("{" + name + "}", name)
            exact = exact.replace("{" + name + "}", self.exact[name][0])
        assert "{" not in exact, exact
        self.equations.append(f"{model} = {exact}")

    def pick(self, names):
        return self.random.choice(names)

    def coupling(self, names):
        """A small nonlinear or bilinear term."""
        a, b = self.pick(names), self.pick(names)
        k = self.number(0.05, 0.3)
        return self.random.choice([f"{k}*sin({{{a}}})", f"{k}*{{{a}}}*{{{b}}}", f"{k}*tanh({{{a}}} - {{{b}}})",
                                   f"{k}*sqrt(1 + {{{a}}}^2)", f"{k}*{{{a}}}", f"{k}*exp(-{{{a}}}^2)*{{{b}}}"])

    def model(self, name):
        q = [f"q{i}" for i in range(1, self.n + 1)]
        v = [f"v{i}" for i in range(1, self.n + 1)]
        forces = [f"f{k}" for k in range(1, self.m + 1)]
        inner = [f"y{k}" for k in range(1, self.loops + 1)]
        for x, u in zip(q, v):
            self.wave([x, u, f"der({u})"], 2)
        for x in forces + inner:
            self.wave([x], 0)
        for x, u in zip(q, v):
            self.equations.append(f"der({x}) = {u}")
        # Constraints are solved for the last coordinates.
        slope = {}
        for k in range(self.m):
            own = q[self.n - self.m + k]
            free = q[:self.n - self.m]
            terms = [f"{{{own}}} + 0.1*sin({{{own}}})"]
            slope[k, own] = f"(1 + 0.1*cos({{{own}}}))"
            for x in self.random.sample(free, self.random.randint(1, len(free))):
                a, kind = self.number(0.1, 0.7), self.random.randint(0, 2)
                terms.append([f"{a}*{{{x}}}", f"{a}*{{{x}}}^2", f"{a}*cos({{{x}}})"][kind])
                slope[k, x] = [f"({a})", f"({2 * a}*{{{x}}})", f"(-{a}*sin({{{x}}}))"][kind]
            if self.index == 3:
                self.equate(" + ".join(terms))
            else:
                self.equate(" + ".join(f"{g}*{{{v[q.index(x)]}}}" for (j, x), g in slope.items() if j == k))
        # Algebraic loops, and forces that depend on multipliers, are iterated; accelerations and multipliers are linear.
        for k, y in enumerate(inner):
            terms = [f"{{{y}}}", self.coupling(inner + q)]
            terms += [self.coupling(inner + v + forces) for _ in range(self.random.randint(0, 2))]
            if self.random.random() < 0.4:
                terms.append(f"{self.number(0.05, 0.2)}*{{der({self.pick(v)})}}")
            self.equate(" + ".join(terms))
        for i, u in enumerate(v):
            terms = [f"({self.number(1, 3)} + 0.2*{{{q[i]}}}^2)*{{der({u})}}"]
            for j in self.random.sample(range(self.n), self.random.randint(0, min(2, self.n - 1))):
                if j != i:
                    terms.append(f"{self.number(0.05, 0.3)}*cos({{{q[j]}}})*{{der({v[j]})}}")
            terms += [f"{self.number(0.2, 2)}*{{{u}}}", f"{self.number(1, 9)}*{{{q[i]}}}"]
            terms += [self.coupling(q + v + inner) for _ in range(self.random.randint(0, 2))]
            for k in range(self.m):
                if (k, q[i]) in slope:
                    terms.append(f"{slope[k, q[i]]}*{{{forces[k]}}}")
                    if self.random.random() < 0.4:
                        terms.append(f"{self.number(0.02, 0.1)}*tanh({{{u}}})*sqrt(1 + {{{forces[k]}}}^2)")
            self.equate(" + ".join(terms))
        self.random.shuffle(self.equations)
        text = [f"model {name}"]
        for i, x in enumerate(q):
            free = i < self.n - self.m
            text.append(self.declare(x, free or self.index == 2))
        text += [self.declare(u, i < self.n - self.m) for i, u in enumerate(v)]
        text += [self.declare(x, False) for x in forces + inner]
        text += ["equation"] + [f"  {e};" for e in self.equations] + [f"end {name};", ""]
        self.checked = q + v
        self.loose = forces + inner
        return "\n".join(text)

    def declare(self, name, fixed):
        return f"  Real {name}(start = {self.exact[name][1](0.0):.17g}{', fixed = true' if fixed else ''});"


CLASSES = """
  connector Port
    Real v[2](start = {1, 0});
    flow Real i[2];
  end Port;
  model Line
    parameter Real r, x, b;
    Port a, c;
    Real i[2], loss;
  equation
    a.v - c.v = {r*i[1] - x*i[2], r*i[2] + x*i[1]};
    a.i = i + b/2*{-a.v[2], a.v[1]};
    c.i = -i + b/2*{-c.v[2], c.v[1]};
    loss = r*(i*i);
  end Line;
  model Load
    parameter Real p0, q0, alpha, beta;
    Port port;
    Real v(start = 1), p, q;
  equation
    v = sqrt(port.v*port.v);
    p = p0*v^alpha;
    q = q0*v^beta;
    p = port.v*port.i;
    q = port.v[2]*port.i[1] - port.v[1]*port.i[2];
  end Load;
  partial model Machine
    parameter Real H, D = 2, w0 = 314.159, ra = 0.003, pm = 0.5, delta0 = 0.5;
    Port port;
    Real delta(start = delta0, fixed = true), w(start = 1, fixed = true);
    Real vd(start = 0.4), vq(start = 0.9), id(start = 0.4), iq(start = 0.4), pe, torque;
    input Real frame "speed of the axes";
  equation
    der(delta) = w0*(w - frame);
    2*H*der(w) = torque - pe - D*(w - 1);
    port.v[1] = vd*sin(delta) + vq*cos(delta);
    port.v[2] = -vd*cos(delta) + vq*sin(delta);
    -port.i[1] = id*sin(delta) + iq*cos(delta);
    -port.i[2] = -id*cos(delta) + iq*sin(delta);
    pe = vd*id + vq*iq + ra*(id^2 + iq^2);
  end Machine;
  model Classical
    extends Machine;
    parameter Real x1 = 0.3, e1 = 1.1;
  equation
    vd = x1*iq - ra*id;
    vq = e1 - x1*id - ra*iq;
    torque = pm;
  end Classical;
  model Order4
    extends Machine;
    parameter Real xd = 1.7, xq = 1.6, xd1 = 0.3, xq1 = 0.5, Td1 = 6, Tq1 = 0.5, R = 0.05, Tg = 0.4;
    Real ed1(start = 0.4, fixed = true), eq1(start = 1, fixed = true), gate(start = pm, fixed = true);
  equation
    Td1*der(eq1) = 1.6 - eq1 - (xd - xd1)*id;
    Tq1*der(ed1) = -ed1 + (xq - xq1)*iq;
    vd = ed1 - ra*id + xq1*iq;
    vq = eq1 - ra*iq - xd1*id;
    Tg*der(gate) = pm - (w - 1)/R - gate;
    torque = gate/w;
  end Order4;
  model Order6
    extends Machine;
    parameter Real xd = 1.8, xq = 1.7, xd1 = 0.3, xq1 = 0.55, xd2 = 0.25, xq2 = 0.22;
    parameter Real Td1 = 8, Tq1 = 0.4, Td2 = 0.03, Tq2 = 0.05, s = 0.02;
    parameter Real Ka = 20, Ta = 0.05, Te = 0.3, Tr = 0.02, vref = 1.05, R = 0.05, Tg = 0.3, Tt = 0.5;
    Real ed1(start = 0.4, fixed = true), eq1(start = 1, fixed = true);
    Real ed2(start = 0.5, fixed = true), eq2(start = 0.95, fixed = true);
    Real efd(start = 1.6, fixed = true), va(start = 1.6, fixed = true), vm(start = 1, fixed = true);
    Real gate(start = pm, fixed = true), turbine(start = pm, fixed = true), v, gap;
  equation
    gap = sqrt((vd + ra*id)^2 + (vq + ra*iq)^2);
    Td1*der(eq1) = efd - eq1*(1 + s*exp(2*gap)) - (xd - xd1)*id;
    Tq1*der(ed1) = -ed1*(1 + s*exp(2*gap)) + (xq - xq1)*iq;
    Td2*der(eq2) = eq1 - eq2 - (xd1 - xd2)*id;
    Tq2*der(ed2) = ed1 - ed2 + (xq1 - xq2)*iq;
    vd = ed2 - ra*id + xq2*iq;
    vq = eq2 - ra*iq - xd2*id;
    v = sqrt(port.v*port.v);
    Tr*der(vm) = v - vm;
    Ta*der(va) = Ka*(vref - vm) - va;
    Te*der(efd) = va - efd*(1 + 0.01*exp(0.8*efd));
    Tg*der(gate) = pm - (w - 1)/R - gate;
    Tt*der(turbine) = gate - turbine;
    torque = turbine/w;
  end Order6;
"""


def network(seed, name):
    """A package with the model `name`.Grid; `produced` and `used` are the sums of powers."""
    rng = random.Random(seed)

    def number(low, high):
        return round(rng.uniform(low, high), 4)
    buses = rng.randint(2, 7)
    machines = rng.sample(range(buses), min(buses - 1, rng.randint(1 + buses // 4, 3)))
    text = [f"package {name}", CLASSES, "  model Grid"]
    connections = [[] for _ in range(buses)]
    produced, used, frame = [], [], []
    share = round(0.2 * (buses - len(machines)) / len(machines), 4)
    for k, bus in enumerate(machines, 1):
        kind = rng.choice(["Classical", "Order4", "Order6", "Order6"])
        text.append(f"    {kind} g{k}(H = {number(3, 7)}, pm = {share}, delta0 = {number(0.2, 0.5)});")
        connections[bus].append(f"g{k}.port")
        produced.append(f"g{k}.port.v*g{k}.port.i")
        frame.append(f"    g{k}.frame = g1.w;")
    lines = [(b, rng.randrange(b)) for b in range(1, buses)]
    lines += [tuple(rng.sample(range(buses), 2)) for _ in range(rng.randint(0, buses))]
    for k, (a, c) in enumerate(lines, 1):
        text.append(f"    Line l{k}(r = {number(0.001, 0.02)}, x = {number(0.05, 0.2)}, b = {number(0.01, 0.05)});")
        connections[a].append(f"l{k}.a")
        connections[c].append(f"l{k}.c")
        used.append(f"l{k}.loss")
    for k, bus in enumerate([b for b in range(buses) if b not in machines or rng.random() < 0.2], 1):
        text.append(f"    Load d{k}(p0 = {number(0.1, 0.3)}, q0 = {number(0, 0.08)}, alpha = {number(1, 2.2)}, "
                    f"beta = {number(1.5, 3)});")
        connections[bus].append(f"d{k}.port")
        used.append(f"d{k}.p")
    text += ["    Real produced, used;", "  equation"]
    for ports in connections:
        text += [f"    connect({a}, {b});" for a, b in zip(ports, ports[1:])]
    text += frame
    text += [f"    produced = -({' + '.join(produced)});", f"    used = {' + '.join(used)};",
             "  end Grid;", f"end {name};", ""]
    return "\n".join(text)
