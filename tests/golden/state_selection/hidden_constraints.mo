// stage: simulate
// options: --stop 2 --tolerance 1e-8 --filter ^(a\.v|l1\.i|sum|difference|series)$
// configs: --method inline:bdf; --method cvode; --disable-pass=eliminateAliases
// analytic: sum = 1
// analytic: difference = 1
// analytic: series = 1
// tolerance: 1e-6
// note: three capacitors in a triangle, two between the same nodes, two inductors with nothing but
// note: resistors between them: constraints on states that are sums of equations, not equations.
model HiddenConstraints
  import Formola.Electrical.*;
  Ground g;
  Sources.SineVoltage s1(V=1, f=1), s2(V=1, f=1, phase=2);
  Resistor r1(R=1), r2(R=2), r3(R=3), r4(R=5), r5(R=6), r6(R=7);
  Capacitor a(C=0.1), b(C=0.2), c(C=0.05), d(C=0.3);
  Inductor l1(L=0.1), l2(L=0.2);
  Real sum = 1 + a.v + b.v + c.v;
  Real difference = 1 + d.v - b.v;
  Real series = 1 + l1.i - l2.i;
equation
  connect(g.p, s1.n);
  connect(g.p, s2.n);
  connect(g.p, r3.p);
  connect(s1.p, r1.p);
  connect(s2.p, r2.p);
  connect(r1.n, a.p);
  connect(a.n, b.p);
  connect(b.n, c.p);
  connect(c.n, a.p);
  connect(r2.n, b.p);
  connect(r3.n, b.n);
  connect(d.p, b.p);
  connect(d.n, b.n);
  connect(s1.p, l1.p);
  connect(l1.n, r4.p);
  connect(l1.n, r5.p);
  connect(r4.n, r6.p);
  connect(r6.n, l2.p);
  connect(r5.n, l2.p);
  connect(l2.n, g.p);
end HiddenConstraints;
