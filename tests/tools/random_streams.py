"""Random networks of fluids with stream connectors, and what flows in them by the rules of mixing, with rational numbers.

Sources give flows and enthalpies, boundaries a pressure; pipes pass the enthalpy on, heaters add some, junctions are connections of two to
five connectors, on several levels. Networks are trees: flows follow from balances, enthalpies against the flow where they are defined.
"""

import random
from fractions import Fraction


class Port:
    def __init__(self, part, name):
        self.part, self.name, self.flow, self.out = part, name, None, None

    def text(self):
        return f"{self.part.path}.{self.name}"


class Part:
    """kind: source, sink (given pressure) or pipe; path: its name with those of the models around it."""

    def __init__(self, kind, path, **values):
        self.kind, self.path, self.values = kind, path, values
        self.ports = [Port(self, n) for n in (("a", "b") if kind in ("pipe", "heater") else ("f",))]


LIBRARY = """  connector Port
    Real p;
    flow Real m;
    stream Real h;
  end Port;
  model Source
    parameter Real m = 1, h = 1;
    Port f;
    Real hin = inStream(f.h), hact = actualStream(f.h);
  equation
    f.m = -m;
    f.h = h;
  end Source;
  model Sink
    parameter Real p = 1, h = 1;
    Port f;
    Real hin = inStream(f.h), hact = actualStream(f.h);
  equation
    f.p = p;
    f.h = h;
  end Sink;
  model Pipe
    parameter Real k = 1;
    Port a, b;
    Real ha = inStream(a.h), hb = inStream(b.h), hacta = actualStream(a.h), hactb = actualStream(b.h);
  equation
    a.p - b.p = k*a.m;
    a.m + b.m = 0;
    a.h = inStream(b.h);
    b.h = inStream(a.h);
  end Pipe;
  model Heater
    parameter Real k = 1, q = 1;
    Port a, b;
    Real ha, hb;
  equation
    a.p = b.p;
    a.m + b.m = 0;
    ha = inStream(a.h);
    hb = inStream(b.h);
    a.h = hb + q;
    b.h = ha + q;
  end Heater;
"""


class Net:
    """A tree of junctions (sets of ports) and parts; groups put parts into submodels with outside connectors."""

    def __init__(self):
        self.parts, self.joints, self.groups = [], [], []

    def text(self):
        lines = ["model M", LIBRARY]
        for name, kind, n in self.groups:
            lines.append(group_text(name, kind, n))
        seen = set()
        for p in self.parts:
            top = p.path.split(".")[0]
            if top in seen:
                continue
            seen.add(top)
            if p.path == top:
                values = ", ".join(f"{k} = {float(v)!r}" for k, v in p.values.items())
                lines.append(f"  {p.kind.capitalize()} {p.path}({values});")
            else:
                members = [q for q in self.parts if q.path.startswith(top + ".")]
                values = ", ".join(f"{q.path.split('.', 1)[1]}({', '.join(f'{k} = {float(v)!r}' for k, v in q.values.items())})" for q in members)
                lines.append(f"  G{top} {top}({values});")
        lines.append("equation")
        for joint in self.joints:
            names = [self.outer(p) for p in joint]
            first = names[0]
            for i, other in enumerate(names[1:], 1):
                a, b = (first if i % 2 else names[i - 1]), other
                lines.append(f"  connect({a}, {b});")
        lines.append("end M;\n")
        return "\n".join(lines)

    def outer(self, port):
        """The name of a port seen from the top: inside of groups the connector of the group."""
        return getattr(port, "alias", None) or port.text()

    def columns(self):
        values = {}
        for p in self.parts:
            for port in p.ports:
                values[f"{port.text()}.m"] = float(port.flow)
                known = inflow(port)
                if known is None:
                    continue
                if p.kind == "pipe" or p.kind == "heater":
                    values[f"{p.path}.h{port.name}"] = float(known)
                    if p.kind == "pipe" and port.flow > 0:
                        values[f"{p.path}.hact{port.name}"] = float(known)
                else:
                    values[f"{p.path}.hin"] = float(known)
                    values[f"{p.path}.hact"] = float(known if port.flow > 0 else p.values["h"])
        return values


def group_text(name, kind, n):
    """A chain of n pipes as a model with two connectors."""
    lines = [f"  model G{name}", "    Port a, b;"]
    lines += [f"    {kind.capitalize()} s{i};" for i in range(n)]
    lines.append("  equation")
    lines.append("    connect(a, s0.a);")
    lines += [f"    connect(s{i}.b, s{i + 1}.a);" for i in range(n - 1)]
    lines.append(f"    connect(s{n - 1}.b, b);")
    lines.append(f"  end G{name};\n")
    return "\n".join(lines)


def outflow(port):
    """h that the part offers at its port, for flow out of it; None where it is not defined."""
    p = port.part
    if len(p.ports) == 1:
        return p.values["h"]
    h = inflow(p.ports[1 - p.ports.index(port)])
    return None if h is None else h + p.values.get("q", 0)


def inflow(port):
    """inStream: the mixture of what the others of the connection offer; None where nothing comes in."""
    others = [q for q in port.joint if q is not port]
    if len(others) == 1:
        return outflow(others[0])
    total, weight = Fraction(0), Fraction(0)
    for q in others:
        if q.flow < 0:
            h = outflow(q)
            if h is None:
                return None
            total, weight = total - q.flow * h, weight - q.flow
    return total / weight if weight else None


def make(seed):
    rng = random.Random(f"streams {seed}")
    net = Net()

    def value(low, high):
        return Fraction(rng.randrange(low * 8, high * 8 + 1), 8)

    def grow(port, depth):
        """Ends the port in a joint with further parts; gives the flow into the port."""
        joint = [port]
        net.joints.append(joint)
        flow = Fraction(0)
        for _ in range(1 if rng.random() < 0.45 else rng.randrange(2, 5)):
            if depth <= 0 or rng.random() < 0.35:
                m = value(1, 9) * rng.choice((1, 1, -1))
                p = Part("source", f"u{len(net.parts)}", m=m, h=value(-9, 9))
                net.parts.append(p)
                joint.append(p.ports[0])
                p.ports[0].flow = -m
                flow += m
                continue
            n = rng.choice((1, 1, 2, 3))
            kind = rng.choice(("pipe", "pipe", "heater"))
            name = f"c{len(net.parts)}"
            grouped = n > 1 or rng.random() < 0.3
            parts = [Part(kind, f"{name}.s{i}" if grouped else name, k=value(1, 4), **({"q": value(1, 5)} if kind == "heater" else {})) for i in range(n)]
            net.parts += parts
            near, far = parts[0].ports[0], parts[-1].ports[1]
            turned = rng.random() < 0.4
            if grouped:
                net.groups.append((name, kind, n))
                near.alias, far.alias = f"{name}.a", f"{name}.b"
            for p, q in zip(parts, parts[1:]):
                p.ports[1].joint = q.ports[0].joint = [p.ports[1], q.ports[0]]
            if turned:
                near, far = far, near
            joint.append(near)
            through = grow(far, depth - 1)  # into far, hence out of near
            for p in parts:
                a, b = p.ports
                a.flow, b.flow = (through, -through) if turned else (-through, through)
            flow += through
        for p in joint:
            p.joint = joint
        return flow

    sink = Part("sink", "sink", p=Fraction(1), h=value(-9, 9))
    net.parts.append(sink)
    sink.ports[0].flow = grow(sink.ports[0], 3)
    if any(port.flow == 0 for p in net.parts for port in p.ports):
        return make(f"{seed}'")
    return net, net.columns()


def reduce(net, fails):
    """A network is a tree whose flows depend on all of it: it stays as it is."""
