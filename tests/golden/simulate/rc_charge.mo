// stage: simulate
// model: RC
// options: --stop 5 --tolerance 1e-8
// analytic: c.u = 1 - exp(-time)
// tolerance: 1e-6
// configs: --backend interp; --method cvode; --method dopri5; --disable-pass=eliminateAliases
// note: A capacitor charged through a resistor, with time constant 1.
connector Pin
  Real v;
  flow Real i;
end Pin;
partial model TwoPin
  Pin p, n;
  Real u, i;
equation
  u = p.v - n.v;
  i = p.i;
  p.i + n.i = 0;
end TwoPin;
model Resistor
  extends TwoPin;
  parameter Real R = 1;
equation
  u = R*i;
end Resistor;
model Capacitor
  extends TwoPin;
  parameter Real C = 1;
equation
  C*der(u) = i;
end Capacitor;
model Source
  extends TwoPin;
  parameter Real U = 1;
equation
  u = U;
end Source;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model RC
  Source s;
  Resistor r;
  Capacitor c(u(start = 0, fixed = true));
  Ground g;
equation
  connect(s.p, r.p);
  connect(r.n, c.p);
  connect(c.n, s.n);
  connect(s.n, g.p);
end RC;
