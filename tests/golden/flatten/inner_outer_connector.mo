// stage: flatten
// model: M
// note: An outer connector is the inner one and counts as outside wherever it is connected (9.2): one sum with -bus.i, and bus.i = 0.
connector Pin
  Real v;
  flow Real i;
end Pin;

model R
  Pin p;
equation
  p.v = 2*p.i + time;
end R;

model Part
  outer Pin bus;
  R r;
equation
  connect(r.p, bus);
end Part;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model M
  inner Pin bus;
  Part a, b;
  Ground g;
equation
  connect(bus, g.p);
end M;
