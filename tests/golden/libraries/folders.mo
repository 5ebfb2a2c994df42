// stage: flatten
// options: -L lib M
// note: Classes in folders with package.mo, one file each, found by name; lookup goes through the enclosing packages.
model M
  Lab.Parts.Source s(gain = 5);
  Lab.Parts.Fine.Grid g;
  Real a = Lab.k*time;
end M;
