// stage: simulate
// model: M
model M
  Real x, y, z;
equation
  x = y;
  // expect-error: ContradictingEquations
  x = 1;
  y = 2;
end M;
