// stage: simulate
// model: M
// note: A chain of resistors as an array: a voltage of 12 V over 1 + 2 + 3 ohm gives 2 A and 10 V after the first.
// analytic: r[1].p.i = 2*time
// analytic: r[1].n.v = 10*time
// analytic: r[2].n.v = 6*time
// analytic: total = 12*time
connector Pin
  Real v;
  flow Real i;
end Pin;

model Resistor
  parameter Real R = 1;
  Pin p, n;
equation
  p.v - n.v = R*p.i;
  p.i + n.i = 0;
end Resistor;

model Source
  Pin p, n;
equation
  p.v = 12*time;
  n.v = 0;
end Source;

model M
  parameter Integer n = 3;
  Resistor r[n](R = {i for i in 1:n});
  Source s;
  Real total = sum(r.p.v - r.n.v);
equation
  connect(s.p, r[1].p);
  for i in 1:n - 1 loop
    connect(r[i].n, r[i + 1].p);
  end for;
  connect(r[n].n, s.n);
end M;
