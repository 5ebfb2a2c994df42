// stage: flatten
// model: M
// note: A statement residue(x) stays one; it is no equation.
model M
  Real x, y;
equation
  x + y^3 = time;
  y + x^3 = 1;
  residue(y);
end M;
