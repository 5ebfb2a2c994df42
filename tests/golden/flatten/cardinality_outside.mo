// stage: flatten
// model: M
// note: cardinality counts connections from both sides of a connector.
connector Pin
  Real v;
  flow Real i;
end Pin;

model Leaf
  Pin p;
  Integer n = cardinality(p);
equation
  p.v = p.i + time;
end Leaf;

model Box
  Pin p;
  Leaf a, b;
  Integer n = cardinality(p);
equation
  connect(p, a.p);
  connect(p, b.p);
end Box;

model M
  Box box;
  Leaf c;
equation
  connect(box.p, c.p);
end M;
