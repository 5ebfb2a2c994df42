// stage: flatten
// model: M
// note: Pins inside an outside plug are outside connectors too: their currents count minus.
connector Pin
  Real v;
  flow Real i;
end Pin;

connector Plug
  parameter Integer m = 2;
  Pin pin[m];
end Plug;

model R
  Pin p, n;
equation
  p.v - n.v = 5*p.i;
  p.i + n.i = 0;
end R;

model Star
  parameter Integer m = 2;
  Plug plug(m = m);
  Pin star;
  R r[m];
equation
  connect(plug.pin, r.p);
  for k in 1:m loop
    connect(r[k].n, star);
  end for;
end Star;

model Supply
  Plug plug(m = 2);
equation
  for k in 1:plug.m loop
    plug.pin[k].v = k*time;
  end for;
end Supply;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model M
  Star s;
  Supply u;
  Ground g;
equation
  connect(s.plug, u.plug);
  connect(s.star, g.p);
end M;
