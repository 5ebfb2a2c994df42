// stage: simulate
// model: Grid.M
// options: --stop 0.75 --method dopri5
// configs: --method ida; --method inline:radau5
// final: l1.a.v.re = 0.42346199
// tolerance: 1e-3
// note: At 0.6961 s the four unknowns that are torn out of 143 jump to another solution of the grid: the way there from the last accepted point
// note: passes a pole of what is computed inside of the block between two of its corrections, and ends with the other sign of the determinant.
// origin: ida at 1e-9; dopri5, inline:bdf, inline:radau5 and inline:sdirk4 at 1e-8 agree to 2e-7
package Grid "A fault in a grid of machines: its phasors have several solutions"

  operator record C "Complex numbers"
    Real re;
    Real im;
    encapsulated operator 'constructor'
      function ofReals
        import Grid.C;
        input Real re;
        input Real im = 0;
        output C result(re = re, im = im);
      algorithm
      end ofReals;
    end 'constructor';
    encapsulated operator function '0'
      import Grid.C;
      output C c;
    algorithm
      c := C(0, 0);
    end '0';
    encapsulated operator function '+'
      import Grid.C;
      input C a;
      input C b;
      output C c;
    algorithm
      c := C(a.re + b.re, a.im + b.im);
    end '+';
    encapsulated operator '-'
      function negate
        import Grid.C;
        input C a;
        output C c;
      algorithm
        c := C(-a.re, -a.im);
      end negate;
      function subtract
        import Grid.C;
        input C a;
        input C b;
        output C c;
      algorithm
        c := C(a.re - b.re, a.im - b.im);
      end subtract;
    end '-';
    encapsulated operator function '*'
      import Grid.C;
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

  model M
    Line l1(r = 0.0193, x = 0.0971, b = 0.0432, ratio = 0.9772);
    Line l2(r = 0.0257, x = 0.0808, b = 0.0174, ratio = 1);
    Line l3(r = 0.029, x = 0.0818, b = 0.0157, ratio = 0.9532);
    Line l4(r = 0.0122, x = 0.0669, b = 0.0142, ratio = 1);
    Line l5(r = 0.027, x = 0.1378, b = 0.0141, ratio = 0.9831);
    Line l6(r = 0.0188, x = 0.1766, b = 0.0312, ratio = 1.0275);
    Line l7(r = 0.0219, x = 0.0978, b = 0.0209, ratio = 1);
    Line l8(r = 0.0235, x = 0.0725, b = 0.0113, ratio = 1);
    Line l9(r = 0.015, x = 0.1775, b = 0.0356, ratio = 1);
    Line l10(r = 0.0027, x = 0.1412, b = 0.0133, ratio = 1);
    Line l11(r = 0.02, x = 0.1375, b = 0.0226, ratio = 1);
    Line l12(r = 0.0172, x = 0.1599, b = 0.0121, ratio = 1);
    Line l13(r = 0.0147, x = 0.1876, b = 0.0403, ratio = 1);
    Line l14(r = 0.0197, x = 0.1975, b = 0.0191, ratio = 0.9851);
    Line l15(r = 0.0209, x = 0.1034, b = 0.0118, ratio = 1);
    Motor m1(rs = 0.0207, xs = 3.2294, x1 = 0.2484, T0 = 0.8046, H = 1.1957, load = 0.484, power = 0.2384);
    Load d2(p0 = 0.113, q0 = 0.0239, alpha = 1.832, beta = 2.3963, z = 0, k = 0.4267);
    Load d3(p0 = 0.1253, q0 = 0.0258, alpha = 1.4296, beta = 2.9438, z = 0, k = 0.4402);
    Load d4(p0 = 0.2848, q0 = 0.0527, alpha = 2.0767, beta = 1.5096, z = 0, k = 0.2771);
    Motor m5(rs = 0.0192, xs = 3.0898, x1 = 0.1802, T0 = 0.9851, H = 1.009, load = 0.5275, power = 0.1622);
    Order8 g1(H = 4.5193, D = 1.8401, ra = 0.0042, pm = 0.7592, delta0 = 0.2685, rating = 0.3042, xd = 1.5161, xq = 1.432, xd1 = 0.3295, xq1 = 0.5949, Td1 = 7.8537, Tq1 = 0.5199, s1 = 0.911, s2 = 0.0126, knee = 1.0189, xd2 = 0.2486, xq2 = 0.2151, Td2 = 0.0327, Tq2 = 0.0795);
    Exciter e1(Ka = 9.2261, Ta = 0.0316, Te = 0.5059, Tr = 0.0257, vref = 1.0458, low = -1.6021, high = 2.1687, a = 0.0169, b = 0.7624, Kf = 0.0247, Tf = 0.9318, hard = 0);
    Stabiliser s1(K = 9.1694, Tw = 3.0393, T1 = 0.174, T2 = 0.082, limit = 0.0565);
    Governor v1(R = 0.0716, Tg = 0.3214, Tt = 0.9295, band = 0.0005, top = 1.015, pm = 0.7592);
    Order6 g2(H = 3.2894, D = 1.5824, ra = 0.0047, pm = 0.5379, delta0 = 0.2771, rating = 0.4293, xd = 1.6912, xq = 1.2068, xd1 = 0.3439, xq1 = 0.4113, Td1 = 5.3222, Tq1 = 0.3615, s1 = 0.1198, s2 = 0.0146, knee = 0.8192, xd2 = 0.2327, xq2 = 0.1853, Td2 = 0.0328, Tq2 = 0.0699);
    Exciter e2(Ka = 7.3813, Ta = 0.0429, Te = 0.5282, Tr = 0.0191, vref = 1.0781, low = -2.1902, high = 3.7116, a = 0.0084, b = 0.7529, Kf = 0.0353, Tf = 0.5175, hard = 0);
    Stabiliser s2(K = 14.5689, Tw = 2.99, T1 = 0.2812, T2 = 0.0555, limit = 0.0139);
    Governor v2(R = 0.038, Tg = 0.4722, Tt = 0.2001, band = 0, top = 0.6992, pm = 0.5379);
    Order8 g3(H = 6.5198, D = 2.3288, ra = 0.0031, pm = 0.6136, delta0 = 0.3247, rating = 0.3763, xd = 1.9787, xq = 1.4785, xd1 = 0.3578, xq1 = 0.4157, Td1 = 4.7615, Tq1 = 0.655, s1 = 0.7064, s2 = 0.0037, knee = 1.0722, xd2 = 0.2008, xq2 = 0.206, Td2 = 0.0477, Tq2 = 0.0435);
    Exciter e3(Ka = 58.4788, Ta = 0.0587, Te = 0.3152, Tr = 0.0499, vref = 1.077, low = -1.0183, high = 1.6278, a = 0.0059, b = 0.8165, Kf = 0.0062, Tf = 1.3855, hard = 1);
    Stabiliser s3(K = 4.9593, Tw = 3.1845, T1 = 0.1055, T2 = 0.0466, limit = 0.0729);
    Governor v3(R = 0.0382, Tg = 0.2486, Tt = 0.5776, band = 0, top = 0.9178, pm = 0.6136);
    Order4 g4(H = 3.5436, D = 2.4525, ra = 0.0046, pm = 0.7615, delta0 = 0.4914, rating = 0.3033, xd = 1.9866, xq = 1.3672, xd1 = 0.3135, xq1 = 0.501, Td1 = 5.0637, Tq1 = 0.9376, s1 = 1.5212, s2 = 0.0192, knee = 1.0474);
    Exciter e4(Ka = 41.8009, Ta = 0.0933, Te = 0.4713, Tr = 0.0121, vref = 1.0208, low = -0.4614, high = 1.9437, a = 0.0108, b = 0.7139, Kf = 0.0074, Tf = 0.6161, hard = 1);
    Fault f(g = 2.3304, b = -5.4689, t1 = 0.6895, t2 = 0.8768);
  equation
    connect(l1.c, l2.c);
    connect(l2.c, l3.c);
    connect(l3.c, l4.c);
    connect(l4.c, l9.c);
    connect(l9.c, l13.c);
    connect(l13.c, g1.port);
    connect(l1.a, l6.c);
    connect(l6.c, l8.c);
    connect(l8.c, l9.a);
    connect(l9.a, l11.c);
    connect(l11.c, m1.port);
    connect(l2.a, l7.c);
    connect(l7.c, l8.a);
    connect(l8.a, l10.c);
    connect(l10.c, l15.a);
    connect(l15.a, g2.port);
    connect(l3.a, l5.c);
    connect(l5.c, l14.c);
    connect(l14.c, d2.port);
    connect(l4.a, l12.a);
    connect(l12.a, l13.a);
    connect(l13.a, d3.port);
    connect(d3.port, g3.port);
    connect(g3.port, f.port);
    connect(l5.a, l10.a);
    connect(l10.a, l14.a);
    connect(l14.a, g4.port);
    connect(l6.a, l11.a);
    connect(l11.a, d4.port);
    connect(l7.a, l12.c);
    connect(l12.c, l15.c);
    connect(l15.c, m5.port);
    g1.frame = g1.w;
    g1.efd = e1.efd;
    e1.v = g1.v;
    e1.vs = s1.vs;
    s1.w = g1.w;
    v1.w = g1.w;
    g1.torque = v1.torque;
    g2.frame = g1.w;
    g2.efd = e2.efd;
    e2.v = g2.v;
    e2.vs = s2.vs;
    s2.w = g2.w;
    v2.w = g2.w;
    g2.torque = v2.torque;
    g3.frame = g1.w;
    g3.efd = e3.efd;
    e3.v = g3.v;
    e3.vs = s3.vs;
    s3.w = g3.w;
    v3.w = g3.w;
    g3.torque = v3.torque;
    g4.frame = g1.w;
    g4.efd = e4.efd;
    e4.v = g4.v;
    e4.vs = 0;
    g4.torque = 0.7615;
  end M;
end Grid;
