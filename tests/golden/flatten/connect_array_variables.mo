// stage: flatten
// model: M
// note: Connectors with arrays of variables and with parameters, which must be equal on both sides (9.2).
connector P
  Real x[2];
  flow Real f[2];
  parameter Integer id = 1;
end P;
model A
  P p(id = 3);
equation
  p.x = {1, 2}*time + p.f;
end A;
model M
  A a, b;
  P q[2];
  A c[2](p(each id = 1));
equation
  connect(a.p, b.p);
  connect(q, c.p);
end M;
