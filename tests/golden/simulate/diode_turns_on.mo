// stage: simulate
// options: --stop 2 --tolerance 1e-8 --filter ^(first|second)$
// configs: --method cvode; --method inline:bdf; --method inline:radau5; --backend interp
// final: first = -3.283540
// final: second = -4.051116
// tolerance: 2e-6
// note: nothing happens until the diode conducts; then steps are solved by damped iterations, and their errors must be seen.
// note: Values of ida and inline:radau5 at 1e-11.
model DiodeTurnsOn
  import Formola.Electrical.*;
  Ground g;
  Sources.SineVoltage src(V=9.18, f=0.68);
  Semiconductors.Diode d;
  Resistor r(R=6), r2(R=2.5), r3(R=6);
  Capacitor c(C=0.49), c2(C=0.67);
  Inductor l(L=0.018);
  Real first = c.v, second = c2.v;
equation
  connect(g.p, src.n); connect(src.p, d.p); connect(d.n, r.p); connect(r.n, g.p);
  connect(d.n, c.n); connect(c.p, c2.n); connect(c2.p, g.p); connect(d.n, r2.n); connect(r2.p, l.p); connect(l.n, c.p);
  connect(r3.p, c.p); connect(r3.n, g.p);
end DiodeTurnsOn;
