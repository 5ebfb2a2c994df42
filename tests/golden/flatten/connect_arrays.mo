// stage: flatten
// model: M
// note: Arrays of connectors: whole, by element, by slice, in a loop, array of components' connectors.
connector Pin
  Real v;
  flow Real i;
end Pin;

model R
  Pin p, n;
equation
  p.v - n.v = p.i;
  p.i + n.i = 0;
end R;

model M
  parameter Integer n = 3;
  Pin left[n];
  R r[n];
  R chain[2];
equation
  connect(left, r.p);
  for i in 1:n - 1 loop
    connect(r[i].n, r[i + 1].n);
  end for;
  connect(r[1:2].n, chain.p);
  connect(chain[1].n, chain[2].n);
  connect(r[n].n, chain[1].n);
end M;
