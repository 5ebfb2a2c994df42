// stage: structure
// expect-warning: OnlyDifferences
// message: only differences of s\.p\.v, s\.n\.v, l\.n\.v
// message: by a ground
// assert: len(states) == 1
// note: a circuit without ground: each of its potentials may have any value.
model NoGround
  import Formola.Electrical.*;
  Sources.SineVoltage s(V=1, f=1);
  Inductor l(L=0.1);
  Resistor r1(R=1), r2(R=2);
equation
  connect(s.p, l.p);
  connect(l.n, r1.p);
  connect(l.n, r2.p);
  connect(r1.n, s.n);
  connect(r2.n, s.n);
end NoGround;
