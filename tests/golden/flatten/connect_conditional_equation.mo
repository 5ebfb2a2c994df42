// stage: flatten
// model: M
// note: connect inside if-equations with known conditions and inside for; connect of an element with a scalar.
connector Pin
  Real v;
  flow Real i;
end Pin;

model R
  Pin p;
equation
  p.v = p.i + time;
end R;

model M
  parameter Boolean closed = true;
  parameter Integer n = 3;
  R r[n], s, t;
equation
  if closed then
    connect(s.p, t.p);
  else
    connect(s.p, r[1].p);
  end if;
  for i in 1:n loop
    if i < n then
      connect(r[i].p, r[i + 1].p);
    end if;
  end for;
end M;
