// stage: flatten
// model: M
// note: Arrays of conditional components, connections to them, connectors of removed components.
connector Pin
  Real v;
  flow Real i;
end Pin;

model R
  Pin p;
equation
  p.v = p.i;
end R;

model Host
  parameter Boolean more = false;
  R r[2] if more;
  R s[2] if not more;
  Pin p;
equation
  for i in 1:2 loop
    connect(p, r[i].p);
    connect(p, s[i].p);
  end for;
end Host;

model M
  Host h;
  R r;
equation
  connect(h.p, r.p);
end M;
