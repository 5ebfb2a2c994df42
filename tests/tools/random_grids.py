"""Random networks of complex phasors: lines in meshes, machines of order 2 to 8 with saturation, exciters, governors and
stabilisers with limits, loads that depend on voltage, motors, lines that are states (index 2), short circuits that are cleared.

Each component stands here twice: as a class of Modelica, and in plain Python with complex numbers. `Grid.wrong` evaluates what is
printed by the latter: each row must fulfil every equation.
"""

import cmath
import math
import random

SPEED = 314.159

CLASSES = """
  operator record C "Complex numbers"
    Real re;
    Real im;
    encapsulated operator 'constructor'
      function ofReals
        import T.C;
        input Real re;
        input Real im = 0;
        output C result(re = re, im = im);
      algorithm
      end ofReals;
    end 'constructor';
    encapsulated operator function '0'
      import T.C;
      output C c;
    algorithm
      c := C(0, 0);
    end '0';
    encapsulated operator function '+'
      import T.C;
      input C a;
      input C b;
      output C c;
    algorithm
      c := C(a.re + b.re, a.im + b.im);
    end '+';
    encapsulated operator '-'
      function negate
        import T.C;
        input C a;
        output C c;
      algorithm
        c := C(-a.re, -a.im);
      end negate;
      function subtract
        import T.C;
        input C a;
        input C b;
        output C c;
      algorithm
        c := C(a.re - b.re, a.im - b.im);
      end subtract;
    end '-';
    encapsulated operator function '*'
      import T.C;
      input C a;
      input C b;
      output C c;
    algorithm
      c := C(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
    end '*';
  end C;
  connector Port
    C v(re(start = 1), im(start = 0));
    flow C i;
  end Port;
  model Line
    parameter Real r, x, b, ratio = 1;
    Port a, c;
    C i;
  equation
    C(1/ratio)*a.v - c.v = C(r, x)*i;
    C(ratio)*a.i = i + C(0, b/2)*C(1/ratio)*a.v;
    c.i = C(0, b/2)*c.v - i;
  end Line;
  model Dynamic "A line whose current is a state"
    parameter Real r, x;
    Port a, c;
    C i(re(start = 0), im(start = 0));
  equation
    x/314.159*der(i.re) = a.v.re - c.v.re - r*i.re + x*i.im;
    x/314.159*der(i.im) = a.v.im - c.v.im - r*i.im - x*i.re;
    a.i = i;
    c.i = -i;
  end Dynamic;
  model Fault "A short circuit that comes and is cleared"
    parameter Real g, b, t1, t2;
    Port port;
  equation
    port.i = if time >= t1 and time < t2 then C(g, b)*port.v else C(0, 0);
  end Fault;
  model Load
    parameter Real p0, q0, alpha, beta, z = 0, k = 0;
    Port port;
    Real v(start = 1), p, q;
  equation
    v = sqrt(port.v.re^2 + port.v.im^2);
    p = p0*((1 - z)*v^alpha + z*v*v*v/(v + k));
    q = q0*v^beta;
    p = port.v.re*port.i.re + port.v.im*port.i.im;
    q = port.v.im*port.i.re - port.v.re*port.i.im;
  end Load;
  model Motor "Induction motor of order 3"
    parameter Real rs, xs, x1, T0, H, load, power;
    Port port;
    C e(re(start = 0.9, fixed = true), im(start = -0.2, fixed = true)), i;
    Real slip(start = 0.02, fixed = true), torque;
  equation
    port.v - e = C(rs, x1)*i;
    T0*der(e.re) = -e.re - (xs - x1)*i.im + T0*314.159*slip*e.im;
    T0*der(e.im) = -e.im + (xs - x1)*i.re - T0*314.159*slip*e.re;
    torque = e.re*i.re + e.im*i.im;
    2*H*der(slip) = load*(1 - slip)^2 - torque;
    port.i = C(power)*i;
  end Motor;
  partial model Machine
    parameter Real H, D, ra, pm, delta0, rating;
    Port port;
    Real delta(start = delta0, fixed = true), w(start = 1, fixed = true);
    Real vd(start = 0.4), vq(start = 0.9), id(start = 0.4), iq(start = 0.4), pe, torque, v, efd;
    input Real frame "speed of the axes";
  equation
    der(delta) = 314.159*(w - frame);
    2*H*der(w) = torque - pe - D*(w - 1);
    port.v.re = vd*sin(delta) + vq*cos(delta);
    port.v.im = vq*sin(delta) - vd*cos(delta);
    port.i.re = rating*(-id*sin(delta) - iq*cos(delta));
    port.i.im = rating*(id*cos(delta) - iq*sin(delta));
    v = sqrt(port.v.re^2 + port.v.im^2);
  end Machine;
  model Order2
    extends Machine;
    parameter Real x1, e1;
  equation
    vd = x1*iq - ra*id;
    vq = e1 - x1*id - ra*iq;
    pe = vd*id + vq*iq + ra*(id^2 + iq^2);
  end Order2;
  partial model Fluxes
    extends Machine;
    parameter Real xd, xq, xd1, xq1, Td1, Tq1, s1, s2, knee;
    Real ed1(start = 0.4, fixed = true), eq1(start = 1, fixed = true), gap(start = 1), sat;
  equation
    gap = sqrt((vd + ra*id)^2 + (vq + ra*iq)^2);
    sat = if gap > knee then s1*(gap - knee)^2/gap else 0;
    Td1*der(eq1) = efd - eq1*(1 + sat + s2*exp(gap)) - (xd - xd1)*id;
    Tq1*der(ed1) = -ed1*(1 + xq/xd*sat) + (xq - xq1)*iq;
  end Fluxes;
  model Order4
    extends Fluxes;
  equation
    vd = ed1 - ra*id + xq1*iq;
    vq = eq1 - ra*iq - xd1*id;
    pe = vd*id + vq*iq + ra*(id^2 + iq^2);
  end Order4;
  partial model Damped
    extends Fluxes;
    parameter Real xd2, xq2, Td2, Tq2;
    Real ed2(start = 0.5, fixed = true), eq2(start = 0.95, fixed = true);
  equation
    Td2*der(eq2) = eq1 - eq2 - (xd1 - xd2)*id;
    Tq2*der(ed2) = ed1 - ed2 + (xq1 - xq2)*iq;
  end Damped;
  model Order6
    extends Damped;
  equation
    vd = ed2 - ra*id + xq2*iq;
    vq = eq2 - ra*iq - xd2*id;
    pe = vd*id + vq*iq + ra*(id^2 + iq^2);
  end Order6;
  model Order8 "Fluxes of the stator are states"
    extends Damped;
    Real psid(start = 0.9, fixed = true), psiq(start = -0.6, fixed = true);
  equation
    psid = eq2 - xd2*id;
    psiq = -ed2 - xq2*iq;
    der(psid)/314.159 = vd + ra*id + w*psiq;
    der(psiq)/314.159 = vq + ra*iq - w*psid;
    pe = psid*iq - psiq*id;
  end Order8;
  model Exciter "Limited amplifier, saturated exciter with feedback of its rate"
    parameter Real Ka, Ta, Te, Tr, vref, low, high, a, b, Kf, Tf, hard;
    input Real v, vs;
    Real vm(start = 1, fixed = true), va(start = 1.6, fixed = true), efd(start = 1.6, fixed = true), xf(start = 1.6, fixed = true);
    Real vr, drive;
  equation
    Tr*der(vm) = v - vm;
    drive = Ka*(vref + vs - vm - Kf/Tf*(efd - xf)) - va;
    Ta*der(va) = if hard > 0 and (va >= high and drive > 0 or va <= low and drive < 0) then 0 else drive;
    vr = if va > high then high else if va < low then low else va;
    Te*der(efd) = vr - efd*(1 + a*exp(b*efd));
    Tf*der(xf) = efd - xf;
  end Exciter;
  model Governor "Droop with a dead band, a gate with limits, a turbine"
    parameter Real R, Tg, Tt, band, top, pm;
    input Real w;
    Real gate(start = pm, fixed = true), turbine(start = pm, fixed = true), error, order, torque;
  equation
    error = if w - 1 > band then w - 1 - band else if w - 1 < -band then w - 1 + band else 0;
    order = min(max(pm - error/R, 0), top);
    Tg*der(gate) = order - gate;
    Tt*der(turbine) = gate - turbine;
    torque = turbine/w;
  end Governor;
  model Stabiliser "Wash-out, lead and limits"
    parameter Real K, Tw, T1, T2, limit;
    input Real w;
    Real x1(start = 0, fixed = true), x2(start = 0, fixed = true), y, vs;
  equation
    Tw*der(x1) = K*(w - 1) - x1;
    T2*der(x2) = K*(w - 1) - x1 - x2;
    y = x2 + T1/T2*(K*(w - 1) - x1 - x2);
    vs = max(-limit, min(limit, y));
  end Stabiliser;
"""


class Values:
    """What is printed for a component: p.x, complex numbers as c("x"), derivatives as d("x")."""

    def __init__(self, row, name):
        self.row, self.name = row, name

    def __getattr__(self, member):
        return self.row[f"{self.name}.{member}"]

    def c(self, member):
        return complex(self.row[f"{self.name}.{member}.re"], self.row[f"{self.name}.{member}.im"])

    def d(self, member):
        return self.row.get(f"der({self.name}.{member})")

    def dc(self, member):
        re, im = self.d(f"{member}.re"), self.d(f"{member}.im")
        return None if re is None or im is None else complex(re, im)


def rate(a, b):
    return a, b, True


# Each gives pairs of numbers that are equal, rate() those of derivatives; what is not printed is None.
def line(p, m, _):
    a, c, i = p.c("a.v") / m["ratio"], p.c("c.v"), p.c("i")
    yield a - c, complex(m["r"], m["x"]) * i
    yield p.c("a.i") * m["ratio"], i + 0.5j * m["b"] * a
    yield p.c("c.i"), 0.5j * m["b"] * c - i


def dynamic(p, m, _):
    i = p.c("i")
    yield p.c("a.i"), i
    yield p.c("c.i"), -i
    yield rate(p.dc("i"), (p.c("a.v") - p.c("c.v") - complex(m["r"], m["x"]) * i) * SPEED / m["x"])


def fault(p, m, time):
    on = m["t1"] <= time < m["t2"]
    yield p.c("port.i"), complex(m["g"], m["b"]) * p.c("port.v") if on else 0.0


def load(p, m, _):
    v = abs(p.c("port.v"))
    active = m["p0"] * ((1 - m["z"]) * v ** m["alpha"] + m["z"] * v ** 3 / (v + m["k"]))
    yield p.c("port.v") * p.c("port.i").conjugate(), complex(active, m["q0"] * v ** m["beta"])


def motor(p, m, _):
    e, i = p.c("e"), p.c("port.i") / m["power"]
    yield p.c("port.v"), e + complex(m["rs"], m["x1"]) * i
    yield rate(p.dc("e"), -(e - 1j * (m["xs"] - m["x1"]) * i) / m["T0"] - 1j * SPEED * p.slip * e)
    yield rate(p.d("slip"), (m["load"] * (1 - p.slip) ** 2 - (e * i.conjugate()).real) / (2 * m["H"]))


def machine(p, m, _):
    turn = cmath.exp(1j * (p.delta - math.pi / 2))
    yield p.c("port.v"), complex(p.vd, p.vq) * turn
    yield -p.c("port.i"), m["rating"] * complex(p.id, p.iq) * turn
    yield rate(p.d("delta"), SPEED * (p.w - p.frame))
    yield rate(p.d("w"), (p.torque - p.pe - m["D"] * (p.w - 1)) / (2 * m["H"]))


def order2(p, m, time):
    yield from machine(p, m, time)
    behind = complex(p.vd, p.vq) + complex(m["ra"], m["x1"]) * complex(p.id, p.iq)
    yield behind, 1j * m["e1"]
    yield p.pe, m["e1"] * p.iq


def fluxes(p, m, time):
    yield from machine(p, m, time)
    gap = abs(complex(p.vd, p.vq) + m["ra"] * complex(p.id, p.iq))
    sat = m["s1"] * max(gap - m["knee"], 0.0) ** 2 / gap
    yield rate(p.d("eq1"), (p.efd - p.eq1 * (1 + sat + m["s2"] * math.exp(gap)) - (m["xd"] - m["xd1"]) * p.id) / m["Td1"])
    yield rate(p.d("ed1"), (-p.ed1 * (1 + m["xq"] / m["xd"] * sat) + (m["xq"] - m["xq1"]) * p.iq) / m["Tq1"])


def at_terminals(p, m, ed, eq, xd, xq):
    yield p.vd, ed - m["ra"] * p.id + xq * p.iq
    yield p.vq, eq - m["ra"] * p.iq - xd * p.id
    yield p.pe, (complex(p.vd, p.vq) * complex(p.id, -p.iq)).real + m["ra"] * (p.id ** 2 + p.iq ** 2)


def order4(p, m, time):
    yield from fluxes(p, m, time)
    yield from at_terminals(p, m, p.ed1, p.eq1, m["xd1"], m["xq1"])


def damped(p, m, time):
    yield from fluxes(p, m, time)
    yield rate(p.d("eq2"), (p.eq1 - p.eq2 - (m["xd1"] - m["xd2"]) * p.id) / m["Td2"])
    yield rate(p.d("ed2"), (p.ed1 - p.ed2 + (m["xq1"] - m["xq2"]) * p.iq) / m["Tq2"])


def order6(p, m, time):
    yield from damped(p, m, time)
    yield from at_terminals(p, m, p.ed2, p.eq2, m["xd2"], m["xq2"])


def order8(p, m, time):
    yield from damped(p, m, time)
    yield p.psid, p.eq2 - m["xd2"] * p.id
    yield p.psiq, -p.ed2 - m["xq2"] * p.iq
    yield rate(p.d("psid"), SPEED * (p.vd + m["ra"] * p.id + p.w * p.psiq))
    yield rate(p.d("psiq"), SPEED * (p.vq + m["ra"] * p.iq - p.w * p.psid))
    yield p.pe, p.psid * p.iq - p.psiq * p.id


def exciter(p, m, _):
    drive = m["Ka"] * (m["vref"] + p.vs - p.vm - m["Kf"] / m["Tf"] * (p.efd - p.xf)) - p.va
    near = 1e-5 * max(1.0, abs(drive))
    at_limit = p.va >= m["high"] - near and drive > -near or p.va <= m["low"] + near and drive < near
    yield rate(p.d("vm"), (p.v - p.vm) / m["Tr"])
    if not (m["hard"] > 0 and at_limit):
        yield rate(p.d("va"), drive / m["Ta"])
    elif p.d("va") is not None:
        yield rate(min(abs(p.d("va")), abs(p.d("va") - drive / m["Ta"])), 0.0)
    if m["hard"] > 0:
        yield p.va, min(max(p.va, min(m["low"], 1.6)), max(m["high"], 1.6))
    yield rate(p.d("efd"), (min(max(p.va, m["low"]), m["high"]) - p.efd * (1 + m["a"] * math.exp(m["b"] * p.efd))) / m["Te"])
    yield rate(p.d("xf"), (p.efd - p.xf) / m["Tf"])


def governor(p, m, _):
    error = math.copysign(max(abs(p.w - 1) - m["band"], 0.0), p.w - 1)
    yield p.order, min(max(m["pm"] - error / m["R"], 0.0), m["top"])
    yield rate(p.d("gate"), (p.order - p.gate) / m["Tg"])
    yield rate(p.d("turbine"), (p.gate - p.turbine) / m["Tt"])
    yield p.torque, p.turbine / p.w


def stabiliser(p, m, _):
    washed = m["K"] * (p.w - 1) - p.x1
    yield rate(p.d("x1"), washed / m["Tw"])
    yield rate(p.d("x2"), (washed - p.x2) / m["T2"])
    yield p.vs, max(-m["limit"], min(m["limit"], p.x2 + m["T1"] / m["T2"] * (washed - p.x2)))


LAWS = {"Line": line, "Dynamic": dynamic, "Fault": fault, "Load": load, "Motor": motor, "Order2": order2, "Order4": order4,
        "Order6": order6, "Order8": order8, "Exciter": exciter, "Governor": governor, "Stabiliser": stabiliser}


class Grid:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.parts = {}   # name: (class, parameters)
        self.ports = []   # of each bus
        self.inputs = []  # (name, expression of results)
        self.build()

    def number(self, low, high):
        return round(self.random.uniform(low, high), 4)

    def add(self, name, kind, **parameters):
        self.parts[name] = kind, parameters
        return name

    def build(self):
        rng = self.random
        buses = rng.randint(2, 8)
        machines = sorted(rng.sample(range(buses), min(buses - 1, rng.randint(1 + buses // 4, 4))))
        self.ports = [[] for _ in range(buses)]
        # Three in ten have lines that are states; a bus where only such meet makes the index 2.
        self.with_dynamic = rng.random() < 0.3
        lines = [(b, rng.randrange(b)) for b in range(1, buses)]
        lines += [tuple(rng.sample(range(buses), 2)) for _ in range(rng.randint(0, buses))]
        for k, (a, c) in enumerate(lines, 1):
            r, x = self.number(0.002, 0.03), self.number(0.05, 0.2)
            if self.with_dynamic and rng.random() < 0.4:
                self.add(f"l{k}", "Dynamic", r=r, x=x)
            else:
                ratio = 1 if rng.random() < 0.7 else self.number(0.95, 1.05)
                self.add(f"l{k}", "Line", r=r, x=x, b=self.number(0.01, 0.05), ratio=ratio)
            self.ports[a].append(f"l{k}.a")
            self.ports[c].append(f"l{k}.c")
        for k, bus in enumerate((b for b in range(buses) if b not in machines or rng.random() < 0.2), 1):
            self.ports[bus].append(self.load(k) + ".port")
        self.keep_loads(lines, machines)
        used = sum(m.get("p0", m.get("power", 0)) for _, m in self.parts.values())
        for k, bus in enumerate(machines, 1):
            rating = self.number(1.3, 2)
            self.machine(k, bus, round(used / len(machines) * rating, 4), round(1 / rating, 4))
        if rng.random() < 0.4:
            t1 = self.number(0.2, 0.8)
            self.add("f", "Fault", g=self.number(0.5, 8), b=self.number(-8, 0), t1=t1, t2=round(t1 + self.number(0.05, 0.2), 4))
            rng.choice(self.ports).append("f.port")

    def keep_loads(self, lines, machines):
        """Where nothing but lines that are states feeds loads, through other lines or not, they say what the loads take; their
        voltages need not exist. One of these lines is none then."""
        changed = True
        while changed:
            changed = False
            island = list(range(len(self.ports)))  # of each bus: the least bus that it is joined with
            for _ in self.ports:
                for k, (a, c) in enumerate(lines, 1):
                    if self.parts[f"l{k}"][0] == "Line":
                        island[a] = island[c] = min(island[a], island[c])
            for number in set(island):
                kinds = [self.parts[p.split(".")[0]][0] for bus, ports in enumerate(self.ports) if island[bus] == number for p in ports]
                fed = "Motor" in kinds or any(island[bus] == number for bus in machines)
                if "Load" in kinds and "Dynamic" in kinds and not fed:
                    k = next(k for k, ends in enumerate(lines, 1) if self.parts[f"l{k}"][0] == "Dynamic" and number in (island[b] for b in ends))
                    m = self.parts[f"l{k}"][1]
                    self.parts[f"l{k}"] = "Line", dict(r=m["r"], x=m["x"], b=0.02, ratio=1)
                    changed = True
                    break

    def load(self, k):
        if self.random.random() < 0.25:
            return self.add(f"m{k}", "Motor", rs=self.number(0.01, 0.03), xs=self.number(2.5, 4), x1=self.number(0.15, 0.3),
                            T0=self.number(0.3, 1), H=self.number(0.3, 1.5), load=self.number(0.3, 0.8), power=self.number(0.1, 0.25))
        zip_part = 0 if self.random.random() < 0.6 else self.number(0.1, 0.9)
        return self.add(f"d{k}", "Load", p0=self.number(0.1, 0.3), q0=self.number(0, 0.08), alpha=self.number(0.8, 2.2),
                        beta=self.number(1.5, 3), z=zip_part, k=self.number(0.05, 0.5))

    def machine(self, k, bus, rating, share):
        rng, name = self.random, f"g{k}"
        kind = rng.choice(["Order2", "Order4", "Order6", "Order6", "Order8", "Order8"])
        values = dict(H=self.number(3, 7), D=self.number(0.5, 3), ra=self.number(0, 0.005), pm=share, delta0=self.number(0.2, 0.5), rating=rating)
        if kind == "Order2":
            values.update(x1=self.number(0.2, 0.4), e1=self.number(1, 1.2))
        else:
            values.update(xd=self.number(1.5, 2), xq=self.number(1.2, 1.5), xd1=self.number(0.28, 0.4), xq1=self.number(0.4, 0.6),
                          Td1=self.number(4, 8), Tq1=self.number(0.3, 1), s1=self.number(0, 2), s2=self.number(0, 0.02),
                          knee=self.number(0.8, 1.1))
        if kind in ("Order6", "Order8"):
            values.update(xd2=self.number(0.18, 0.26), xq2=self.number(0.18, 0.26), Td2=self.number(0.03, 0.06), Tq2=self.number(0.04, 0.08))
        self.add(name, kind, **values)
        self.ports[bus].append(f"{name}.port")
        self.inputs.append((f"{name}.frame", "g1.w"))
        stabilised = False
        if kind == "Order2" or rng.random() < 0.2:
            self.inputs.append((f"{name}.efd", "1.6"))
        else:
            self.add(f"e{k}", "Exciter", Ka=self.number(5, 60), Ta=self.number(0.02, 0.1), Te=self.number(0.2, 0.6), Tr=self.number(0.01, 0.05),
                     vref=self.number(1, 1.1), low=self.number(-3, 0), high=self.number(1.4, 4), a=self.number(0.001, 0.02),
                     b=self.number(0.5, 1), Kf=self.number(0, 0.05), Tf=self.number(0.5, 1.5), hard=rng.randint(0, 1))
            stabilised = rng.random() < 0.4
            self.inputs += [(f"{name}.efd", f"e{k}.efd"), (f"e{k}.v", f"{name}.v"), (f"e{k}.vs", f"s{k}.vs" if stabilised else "0")]
        if stabilised:
            self.add(f"s{k}", "Stabiliser", K=self.number(2, 20), Tw=self.number(1, 5), T1=self.number(0.1, 0.3), T2=self.number(0.02, 0.1),
                     limit=self.number(0.01, 0.1))
            self.inputs.append((f"s{k}.w", f"{name}.w"))
        if rng.random() < 0.6:
            self.add(f"v{k}", "Governor", R=self.number(0.03, 0.1), Tg=self.number(0.1, 0.5), Tt=self.number(0.2, 1),
                     band=rng.choice([0, self.number(0.0001, 0.002)]), top=round(share * self.number(1.02, 1.5), 4), pm=share)
            self.inputs += [(f"v{k}.w", f"{name}.w"), (f"{name}.torque", f"v{k}.torque")]
        else:
            self.inputs.append((f"{name}.torque", repr(share)))

    def text(self):
        out = ["package T", CLASSES, "  model M"]
        for name, (kind, parameters) in self.parts.items():
            out.append(f"    {kind} {name}({', '.join(f'{k} = {v!r}' for k, v in parameters.items())});")
        out.append("  equation")
        for ports in self.ports:
            out += [f"    connect({a}, {b});" for a, b in zip(ports, ports[1:])]
            if len(ports) == 1:
                out.append(f"    {ports[0]}.i = C(0, 0);")
        out += [f"    {name} = {value};" for name, value in self.inputs]
        return "\n".join([*out, "  end M;", "end T;", ""])

    def reduce(self, fails):
        """Leaves parts out that are not needed to fail."""
        for name in [n for n, (kind, _) in self.parts.items() if kind in ("Line", "Dynamic", "Fault", "Load", "Motor")]:
            parts, ports = self.parts, self.ports
            self.parts = {n: p for n, p in parts.items() if n != name}
            self.ports = [[p for p in each if p.split(".")[0] != name] for each in ports]
            if not all(self.ports) or not fails():
                self.parts, self.ports = parts, ports

    def instants(self):
        return [m[t] for kind, m in self.parts.values() if kind == "Fault" for t in ("t1", "t2")]

    def pairs(self, row):
        """(where, a, b): what must be equal in a row."""
        for name, (kind, m) in self.parts.items():
            for n, (a, b, *is_rate) in enumerate(LAWS[kind](Values(row, name), m, row["time"])):
                yield f"equation {n + 1} of {kind} {name}", a, b, bool(is_rate)
        for k, ports in enumerate(self.ports):
            at = [Values(row, p) for p in ports]
            yield f"currents of bus {k}", sum(p.c("i") for p in at), 0.0, False
            for p in at[1:]:
                yield f"voltages of bus {k}", p.c("v"), at[0].c("v"), False
        for name, value in self.inputs:
            yield name, row[name], row[value] if value in row else float(value), False

    def size(self, name):
        return 0.0

    def wrong(self, row, allowed, derivatives, _=None):
        """What does not hold in a row. `derivatives`: those of states are compared too."""
        if any(abs(row["time"] - t) < 1e-9 for t in self.instants()):
            return ""
        for where, a, b, is_rate in self.pairs(row):
            if a is None or (is_rate and not derivatives):
                continue
            if not abs(a - b) <= allowed * max(1.0, abs(a), abs(b)):
                return f"{where} at {row['time']!r}: {a!r} instead of {b!r}"
        return ""


def make(seed):
    return Grid(seed)
