// stage: simulate
// model: phasor_network.Grid
// options: --tolerance 1e-7
// configs: --method inline:bdf; --method inline:radau5; --method inline:sdirk4; --method inline:radau3; --method inline:lobatto4; --method inline:mixed; --method inline:trapezoid; --method inline:am3; --method inline:bdf --backend interp; --method inline:bdf --disable-pass=tearBlocks
// note: a meshed network of phasors; currents and voltages are a linear part inside of the iteration on what loads and saturation take
// analytic: produced = used
// tolerance: 3e-4
package phasor_network "Machines and loads in a meshed network of phasors"
  connector Port "real and imaginary part, per unit"
    Real v[2](start = {1, 0});
    flow Real i[2];
  end Port;

  model Line "pi-section"
    parameter Real r = 0.01, x = 0.1, b = 0.02;
    Port a, c;
    Real i[2] "through the series impedance", loss;
  equation
    a.v - c.v = {r*i[1] - x*i[2], r*i[2] + x*i[1]};
    a.i = i + b/2*{-a.v[2], a.v[1]};
    c.i = -i + b/2*{-c.v[2], c.v[1]};
    loss = r*(i*i);
  end Line;

  model Load "power depends on the voltage"
    parameter Real p0 = 0.5, q0 = 0.2, alpha = 1.2, beta = 2.5;
    Port port;
    Real v, p, q;
  equation
    v = sqrt(port.v*port.v);
    p = p0*v^alpha;
    q = q0*v^beta;
    p = port.v*port.i;
    q = port.v[2]*port.i[1] - port.v[1]*port.i[2];
  end Load;

  model Machine "synchronous machine of order 6, exciter with saturation, governor"
    parameter Real H = 4, D = 1, w0 = 314.159, ra = 0.003;
    parameter Real xd = 1.8, xq = 1.7, xd1 = 0.3, xq1 = 0.55, xd2 = 0.25, xq2 = 0.25;
    parameter Real Td1 = 8, Tq1 = 0.4, Td2 = 0.03, Tq2 = 0.05;
    parameter Real Ka = 20, Ta = 0.05, Ke = 1, Te = 0.3, Tr = 0.02, vref = 1.05;
    parameter Real R = 0.05, Tg = 0.3, Tt = 0.5, pref = 0.5;
    Port port;
    Real delta(start = 0.6, fixed = true), w(start = 1, fixed = true);
    Real ed1(start = 0.4, fixed = true), eq1(start = 1, fixed = true);
    Real ed2(start = 0.5, fixed = true), eq2(start = 0.95, fixed = true);
    Real efd(start = 1.6, fixed = true), va(start = 1.6, fixed = true), vm(start = 1, fixed = true);
    Real gate(start = pref, fixed = true), pm(start = pref, fixed = true);
    Real vd(start = 0.4), vq(start = 0.9), id(start = 0.4), iq(start = 0.4), pe, v;
  equation
    der(delta) = w0*(w - 1);
    2*H*der(w) = pm - pe - D*(w - 1);
    Td1*der(eq1) = efd - eq1 - (xd - xd1)*id;
    Tq1*der(ed1) = -ed1 + (xq - xq1)*iq;
    Td2*der(eq2) = eq1 - eq2 - (xd1 - xd2)*id;
    Tq2*der(ed2) = ed1 - ed2 + (xq1 - xq2)*iq;
    vd = ed2 - ra*id + xq2*iq;
    vq = eq2 - ra*iq - xd2*id;
    port.v[1] = vd*sin(delta) + vq*cos(delta);
    port.v[2] = -vd*cos(delta) + vq*sin(delta);
    -port.i[1] = id*sin(delta) + iq*cos(delta);
    -port.i[2] = -id*cos(delta) + iq*sin(delta);
    pe = vd*id + vq*iq + ra*(id^2 + iq^2);
    v = sqrt(port.v*port.v);
    Tr*der(vm) = v - vm;
    Ta*der(va) = Ka*(vref - vm) - va;
    Te*der(efd) = va - efd*(Ke + 0.01*exp(0.8*efd));
    Tg*der(gate) = pref - (w - 1)/R - gate;
    Tt*der(pm) = gate - pm;
  end Machine;

  model Grid
    Machine g1(pref = 0.6), g2(H = 6, pref = 0.4, xd2 = 0.22);
    Line l12, l23(x = 0.2), l31(x = 0.15), l34, l24(x = 0.3);
    Load d3, d4(p0 = 0.45, alpha = 2);
    Real produced, used;
  equation
    connect(g1.port, l12.a);
    connect(g2.port, l12.c);
    connect(l12.c, l23.a);
    connect(l23.c, l31.a);
    connect(l31.c, l12.a);
    connect(l23.c, l34.a);
    connect(l34.c, d4.port);
    connect(l24.a, g2.port);
    connect(l24.c, d4.port);
    connect(d3.port, l23.c);
    produced = -(g1.port.v*g1.port.i + g2.port.v*g2.port.i);
    used = d3.p + d4.p + l12.loss + l23.loss + l31.loss + l34.loss + l24.loss;
    annotation(experiment(StopTime = 5, Tolerance = 1e-7));
  end Grid;
end phasor_network;
