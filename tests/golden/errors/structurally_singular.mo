// stage: simulate
// model: M
model M
  Real x, y;
equation
  // expect-error: StructurallySingular
  x = 1;
  x^2 + sin(x) = 3;
end M;
