// stage: flatten
// model: M
// note: cardinality counts the connections of a connector.
connector Pin
  Real v;
  flow Real i;
end Pin;

model Part
  Pin p;
  Integer count = cardinality(p);
equation
  if cardinality(p) == 0 then
    p.v = 0;
  else
    p.v = 2*p.i + time;
  end if;
end Part;

model M
  Part a, b, c, lonely;
equation
  connect(a.p, b.p);
  connect(a.p, c.p);
end M;
