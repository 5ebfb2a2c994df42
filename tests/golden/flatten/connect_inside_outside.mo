// stage: flatten
// model: M
// note: Signs of flow sums: inside connectors count plus, outside connectors minus; unconnected flow is zero.
connector Pin
  Real v;
  flow Real i;
end Pin;

model Leaf
  Pin p, n;
equation
  p.v - n.v = 2*p.i;
  p.i + n.i = 0;
end Leaf;

model Box
  Pin p, n;
  Leaf a, b;
equation
  connect(p, a.p);
  connect(p, b.p);
  connect(a.n, b.n);
  connect(b.n, n);
end Box;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model M
  Box box;
  Leaf open;
  Ground g;
equation
  connect(box.n, g.p);
  connect(open.p, g.p);
end M;
