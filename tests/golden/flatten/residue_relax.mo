// stage: flatten
// model: M
// note: residue and relax are kept for later passes.
model M
  Real x, y;
equation
  residue(x)*x = 1 + y;
  relax(y) + x^2 = 3*time;
end M;
