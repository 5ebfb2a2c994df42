// stage: simulate
// options: --stop 1e-9 --intervals 1
// note: the start value of a speed that could be a state counts more than the default of a relative one that is
// final: j1.w = 10
// final: j2.w = 2
// final: s.w_rel = -8
// final: sub.j1.w = 6
// final: sub.s.w_rel = -5
// final: g1.w = 10
// final: g2.w = 5
// final: e.w = 4
// final: p.x = 0.5
// final: p.phi = asin(0.5)
// final: k1.w = 1
// final: k2.w = 0
// message: the start value 0.0 of 's.w_rel' is not used
// expect-note: StartValueNotUsed
// expect-note: StartValuesChosen
model M
  connector Flange
    Real phi;
    flow Real tau;
  end Flange;
  model Inertia
    Flange a, b;
    parameter Real J = 1;
    Real phi, w;
  equation
    phi = a.phi;
    phi = b.phi;
    w = der(phi);
    J*der(w) = a.tau + b.tau;
  end Inertia;
  model Spring "its relative angle and speed are states, with defaults"
    Flange a, b;
    Real phi_rel(start = 0, stateSelect = StateSelect.prefer);
    Real w_rel(start = 0, stateSelect = StateSelect.prefer);
  equation
    phi_rel = b.phi - a.phi;
    w_rel = der(phi_rel);
    b.tau = phi_rel + 0.1*w_rel;
    a.tau = -b.tau;
  end Spring;
  model Gear
    Flange a, b;
    parameter Real ratio = 2;
  equation
    a.phi = ratio*b.phi;
    0 = ratio*a.tau + b.tau;
  end Gear;
  model System "the same, one level deeper"
    Inertia j1(w(start = 6)), j2(w(start = 1));
    Spring s;
  equation
    connect(j1.b, s.a);
    connect(s.b, j2.a);
  end System;
  model Motor "a default of its own against none"
    Inertia i;
    Real w(start = 0);
  equation
    w = i.w;
  end Motor;
  model Pendulum "a coordinate that depends on the angle, which is the state"
    Real phi(start = 0.1, stateSelect = StateSelect.prefer);
    Real w(start = 0, stateSelect = StateSelect.prefer);
    Real x(start = 0.2);
  equation
    x = sin(phi);
    w = der(phi);
    der(w) = -der(x);
  end Pendulum;
  Inertia j1(w(start = 10)), j2(w(start = 2));
  Spring s;
  System sub;
  Inertia g1(w(start = 10)), g2;
  Gear gear;

  Motor e(i(w(start = 4)));
  Pendulum p(x(start = 0.5));
  Inertia k1(w(start = 1)), k2;
  Spring sk(w_rel(start = -1));
equation
  connect(j1.b, s.a);
  connect(s.b, j2.a);
  connect(g1.b, gear.a);
  connect(gear.b, g2.a);
  connect(k1.b, sk.a);
  connect(sk.b, k2.a);
end M;
