// stage: flatten
// model: M
// note: Slices and matrices of connectors, element by element.
connector Pin
  Real v;
  flow Real i;
end Pin;

model R
  Pin p[3];
equation
  for k in 1:3 loop
    p[k].v = k*p[k].i + time;
  end for;
end R;

model Grid
  Pin q[2, 2];
equation
  for i in 1:2, j in 1:2 loop
    q[i, j].v = i*q[i, j].i + j;
  end for;
end Grid;

model M
  R a, b;
  Grid g;
equation
  connect(a.p[2:3], b.p[1:2]);
  connect(g.q[1, :], a.p[1:2]);
  connect(g.q[2, 1], b.p[3]);
end M;
