"""Random hierarchical circuits with connectors of several kinds, and their solution by nodal analysis.

A circuit has resistors, sources and subcircuits with pins of their own (arrays, plugs that hold pins, conditional ones), connected in
loops, by slices and one by one. `Circuit.columns` joins pins to nodes, whatever the level, and solves for the potentials with rational
numbers: nothing of how Formola adds up flows is used. Currents into the pins of a subcircuit follow from those of its parts.
"""

import random
from fractions import Fraction


class Unfit(Exception):
    """The circuit has no unique solution."""


CLASSES = """
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  connector Plug
    parameter Integer m = 2;
    Pin pin[m];
  end Plug;
  connector Signal = input Real;
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
  model Source
    extends TwoPin;
    parameter Real V = 1, R = 0;
  equation
    v = V + R*i;
  end Source;
  model Pump
    extends TwoPin;
    parameter Real I = 1;
  equation
    i = I;
  end Pump;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  model Multi
    parameter Integer m = 2;
    parameter Real R[m] = fill(1, m);
    Plug a(m = m), b(m = m);
    Resistor r[m](R = R);
  equation
    connect(a.pin, r.p);
    connect(r.n, b.pin);
  end Multi;
"""


class Sub:
    """A class with ports (pins, an array of pins, plugs), parts and connections."""

    def __init__(self, name):
        self.name = name
        self.ports = []  # (name, "pin" | ("pins", n) | ("plug", m))
        self.parts = []  # (name, kind, data)
        self.connects = []  # text lines with the pairs of pins that each joins: (text, [(pin, pin), …])

    def pins(self):
        """The pins of its ports: names as written."""
        return [pin for port in self.ports for pin in pins_of(*port)]

    def text(self):
        lines = [f"  model {self.name}"]
        for name, kind in self.ports:
            if kind == "pin":
                lines.append(f"    Pin {name};")
            elif kind[0] == "pins":
                lines.append(f"    Pin {name}[{kind[1]}];")
            else:
                lines.append(f"    Plug {name}(m = {kind[1]});")
        lines += [f"    {part_text(*part)};" for part in self.parts]
        lines.append("  equation")
        lines += [f"    {text}" for text, _ in self.connects]
        return "\n".join([*lines, f"  end {self.name};"])


def pins_of(name, kind):
    if kind == "pin":
        return [name]
    if kind[0] == "pins":
        return [f"{name}[{k}]" for k in range(1, kind[1] + 1)]
    return [f"{name}.pin[{k}]" for k in range(1, kind[1] + 1)]


def shown(x):
    return f"({float(x)!r})" if x < 0 else repr(float(x))


def part_text(name, kind, data):
    if kind == "Resistor":
        return f"Resistor {name}(R = {shown(data)})"
    if kind == "Resistors":
        return f"Resistor {name}[{len(data)}](R = {{{', '.join(shown(x) for x in data)}}})"
    if kind == "Source":
        return f"Source {name}(V = {shown(data[0])}, R = {shown(data[1])})"
    if kind == "Pump":
        return f"Pump {name}(I = {shown(data)})"
    if kind == "Multi":
        return f"Multi {name}(m = {len(data)}, R = {{{', '.join(shown(x) for x in data)}}})"
    if kind == "Ground":
        return f"Ground {name}"
    if kind == "Ghost":
        return f"Resistor {name} if false"
    sub, n = data
    return f"{sub.name} {name}" + (f"[{n}]" if n else "")


def part_pins(name, kind, data):
    if kind in ("Resistor", "Source", "Pump", "Ghost"):
        return [f"{name}.p", f"{name}.n"]
    if kind == "Resistors":
        return [f"{name}[{k}].{e}" for k in range(1, len(data) + 1) for e in "pn"]
    if kind == "Multi":
        return [f"{name}.{e}.pin[{k}]" for k in range(1, len(data) + 1) for e in "ab"]
    if kind == "Ground":
        return [f"{name}.p"]
    sub, n = data
    return [f"{at}.{pin}" for at in ([f"{name}[{k}]" for k in range(1, n + 1)] if n else [name]) for pin in sub.pins()]


class Circuit:
    def __init__(self):
        self.subs, self.top = [], None

    def text(self):
        return "\n".join(["package T", CLASSES, *(s.text() for s in self.subs), self.top.text(), "end T;", ""])

    # ---- the solution

    def columns(self):
        self.parent, self.elements, self.levels = {}, [], []
        self.expand(self.top, "")
        return self.solve()

    def root(self, pin):
        self.parent.setdefault(pin, pin)
        while self.parent[pin] != pin:
            pin = self.parent[pin]
        return pin

    def join(self, a, b):
        self.parent[self.root(a)] = self.root(b)

    def expand(self, sub, prefix):
        """Elements and joined pins below an instance; self.levels keeps what is needed for currents of ports."""
        sets = {}

        def find(x):
            sets.setdefault(x, x)
            while sets[x] != x:
                x = sets[x]
            return x

        for _, pairs in sub.connects:
            for a, b in pairs:
                self.join(prefix + a, prefix + b)
                sets[find(a)] = find(b)
        inside = []
        for name, kind, data in sub.parts:
            at = prefix + name
            inside += part_pins(name, kind, data) if kind != "Ghost" else []
            if kind in ("Resistor", "Source", "Pump"):
                self.elements.append((at, kind, data))
            elif kind == "Resistors":
                self.elements += [(f"{at}[{k}]", "Resistor", x) for k, x in enumerate(data, 1)]
            elif kind == "Ground":
                self.elements.append((at, kind, None))
            elif kind == "Multi":
                for k, x in enumerate(data, 1):
                    self.elements.append((f"{at}.r[{k}]", "Resistor", x))
                    for e, f in ("ap", "bn"):
                        self.join(f"{at}.{e}.pin[{k}]", f"{at}.r[{k}].{f}")
                        self.levels.append((f"{at}.{e}.pin[{k}]", [f"{at}.r[{k}].{f}"]))
            elif kind == "Ghost":
                pass
            else:
                for place in [f"{at}[{k}]" for k in range(1, data[1] + 1)] if data[1] else [at]:
                    self.expand(data[0], place + ".")
        ports = set(sub.pins())
        for port in ports:
            members = [p for p in inside if find(p) == find(port)]
            if sum(find(p) == find(port) for p in ports) > 1 or not members:
                raise Unfit
            self.levels.append((prefix + port, [prefix + p for p in members]))

    def solve(self):
        nodes = {}
        for name, kind, _ in self.elements:
            for e in ("p",) if kind == "Ground" else ("p", "n"):
                nodes.setdefault(self.root(f"{name}.{e}"), len(nodes))
        n = len(nodes)
        unknowns = n + len(self.elements)
        rows = [[Fraction(0)] * (unknowns + 1) for _ in range(unknowns)]
        for k, (name, kind, data) in enumerate(self.elements):
            p = nodes[self.root(f"{name}.p")]
            i = n + k
            rows[p][i] += 1
            if kind == "Ground":
                rows[i][p] = Fraction(1)
                continue
            m = nodes[self.root(f"{name}.n")]
            rows[m][i] -= 1
            if kind == "Pump":
                rows[i][i], rows[i][-1] = Fraction(1), data
                continue
            rows[i][p] += 1
            rows[i][m] -= 1
            rows[i][i] -= data if kind == "Resistor" else data[1]
            rows[i][-1] = Fraction(0) if kind == "Resistor" else data[0]
        x = eliminate(rows)
        current, result = {}, {}
        for k, (name, kind, _) in enumerate(self.elements):
            current[f"{name}.p"] = x[n + k]
            if kind != "Ground":
                current[f"{name}.n"] = -x[n + k]
                result[f"{name}.v"] = x[nodes[self.root(f"{name}.p")]] - x[nodes[self.root(f"{name}.n")]]
                result[f"{name}.i"] = x[n + k]
        for port, members in self.levels:
            current[port] = sum((current[m] for m in members if m in current), Fraction(0))
        for pin, i in current.items():
            result[f"{pin}.i"] = i
            if self.root(pin) in nodes:
                result[f"{pin}.v"] = x[nodes[self.root(pin)]]
        return {name: float(v) for name, v in result.items()}


def eliminate(rows):
    n = len(rows)
    for k in range(n):
        pivot = next((r for r in range(k, n) if rows[r][k] != 0), None)
        if pivot is None:
            raise Unfit
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for r in range(n):
            if r != k and rows[r][k] != 0:
                f = rows[r][k] / rows[k][k]
                rows[r] = [a - f * b if b else a for a, b in zip(rows[r], rows[k])]
    return [rows[k][-1] / rows[k][k] for k in range(n)]


# ---- making


class Generator:
    def __init__(self, rng):
        self.rng, self.circuit = rng, Circuit()

    def make(self):
        for i in range(self.rng.randint(0, 3)):
            self.circuit.subs.append(self.sub(f"S{i + 1}", top=False))
        self.circuit.top = self.sub("M", top=True)
        return self.circuit

    def value(self):
        return Fraction(self.rng.randint(1, 20), self.rng.choice([1, 2, 4]))

    def part(self, k, top):
        rng = self.rng
        kind = rng.choice(["Resistor", "Resistor", "Resistors", "Multi", "Source", "Pump", "Ghost", "Sub", "Sub"])
        name = f"{kind[0].lower()}{k}"
        if kind == "Sub":
            if not self.circuit.subs:
                return name, "Resistor", self.value()
            return name, "Sub", (rng.choice(self.circuit.subs), rng.choice([0, 0, 0, 2, 3]))
        if kind in ("Resistors", "Multi"):
            return name, kind, [self.value() for _ in range(rng.randint(1, 4))]
        if kind == "Source":
            return name, kind, (self.value() * rng.choice([1, -1]), self.value())
        if kind == "Ghost":
            return name, kind, None
        return name, kind, self.value()

    def sub(self, name, top):
        rng, made = self.rng, Sub(name)
        if not top:
            for k in range(rng.randint(1, 3)):
                made.ports.append((f"q{k}", rng.choice(["pin", "pin", ("pins", rng.randint(1, 3)), ("plug", rng.randint(1, 3))])))
        made.parts = [self.part(k, top) for k in range(rng.randint(2, 5))]
        if top:
            made.parts.append(("ground", "Ground", None))
        self.connect(made, top)
        return made

    def connect(self, made, top):
        rng = self.rng
        ports = made.pins()
        free = [p for part in made.parts for p in part_pins(*part)]
        ghosts = {p for part in made.parts if part[1] == "Ghost" for p in part_pins(*part)}
        lines = []
        # Chains of arrays by loops or slices.
        for name, kind, data in made.parts:
            if kind == "Resistors" and len(data) > 1 and rng.random() < 0.7:
                n = len(data)
                pairs = [(f"{name}[{k}].n", f"{name}[{k + 1}].p") for k in range(1, n)]
                lines.append((rng.choice([f"for i in 1:{n - 1} loop connect({name}[i].n, {name}[i + 1].p); end for;",
                                          f"connect({name}[1:{n - 1}].n, {name}[2:{n}].p);",
                                          f"connect({name}[1:end - 1].n, {name}[2:end].p);",
                                          f"for i in 2:{n} loop connect({name}[i].p, {name}[i - 1].n); end for;"]), pairs))
                free = [p for p in free if not any(p == b for _, b in pairs)]
        # Plugs as a whole.
        plugs = [(f"{name}.{e}", len(data)) for name, kind, data in made.parts if kind == "Multi" for e in "ab"]
        plugs += [(name, kind[1]) for name, kind in made.ports if kind[0] == "plug"]
        used = set()
        for i, (a, m) in enumerate(plugs):
            for b, k in plugs[i + 1:]:
                if m == k and a[:-1] != b[:-1] and b not in used and rng.random() < 0.5:
                    used |= {b}
                    lines.append((f"connect({a}, {b});", [(f"{a}.pin[{j}]", f"{b}.pin[{j}]") for j in range(1, m + 1)]))
                    free = [p for p in free if not p.startswith(b + ".")]
        # Each pin to one of the nodes; ports at different ones.
        nodes = [[p] for p in ports]
        nodes += [[] for _ in range(max(1, rng.randint(1, 3) - len(nodes)))]
        if top:
            nodes[0].append("ground.p")
            free.remove("ground.p")
        rng.shuffle(free)
        for p in free:
            if rng.random() < 0.9:
                rng.choice(nodes).append(p)
        for node in nodes:
            for k in range(1, len(node)):
                a, b = rng.choice(node[:k]), node[k]
                a, b = (b, a) if rng.random() < 0.5 else (a, b)
                lines.append((f"connect({a}, {b});", [] if a in ghosts or b in ghosts else [(a, b)]))
                if rng.random() < 0.1 and k > 1:
                    c = rng.choice(node[:k])
                    lines.append((f"connect({c}, {b});", [] if c in ghosts or b in ghosts else [(c, b)]))
        rng.shuffle(lines)
        made.connects = lines


def make(seed):
    for attempt in range(200):
        circuit = Generator(random.Random(f"{seed}/{attempt}")).make()
        try:
            columns = circuit.columns()
        except Unfit:
            continue
        if len(columns) < 600 and max(map(abs, columns.values())) < 1e6:
            return circuit, columns
    raise AssertionError(f"no circuit for seed {seed}")


def reductions(circuit):
    def without(holder, i):
        def change():
            old = holder[i]
            del holder[i]
            return lambda: holder.insert(i, old)
        return change

    for sub in [*circuit.subs, circuit.top]:
        for i in reversed(range(len(sub.parts))):
            name = sub.parts[i][0]

            def change(sub=sub, i=i, name=name):
                parts, connects = sub.parts, sub.connects
                gone = set(part_pins(*parts[i]))
                sub.parts = parts[:i] + parts[i + 1:]
                sub.connects = [c for c in connects if not any(a in gone or b in gone for a, b in c[1]) and f"{name}." not in c[0]
                                and f"{name}[" not in c[0]]

                def back():
                    sub.parts, sub.connects = parts, connects
                return back
            yield change
        for i in reversed(range(len(sub.connects))):
            yield without(sub.connects, i)
    for i in reversed(range(len(circuit.subs))):
        yield without(circuit.subs, i)


def reduce(circuit, fails):
    again = True
    while again:
        again = False
        for change in list(reductions(circuit)):
            back = change()
            try:
                circuit.columns()
                good = fails(circuit)
            except (Unfit, KeyError):
                good = False
            if good:
                again = True
                break
            back()
