// stage: flatten
// model: M
// note: Components in arrays in arrays, variables with dimensions inside; subscripts at several levels.
model Cell
  Real x[2];
end Cell;

model Row
  parameter Integer n = 2;
  Cell c[n];
equation
  for i in 1:n loop
    c[i].x = {i, time};
  end for;
end Row;

model M
  Row r[2](each n = 2);
  Real a = r[1].c[2].x[1];
  Real b[2] = r[2].c[1].x;
  Real d[2, 2, 2] = r.c.x;
  Real e[2] = r[:].c[1].x[2];
  Integer pick[2] = {2, 1};
  Real f = b[pick[end]];
  Real g = sum(r[1].c.x);
end M;
