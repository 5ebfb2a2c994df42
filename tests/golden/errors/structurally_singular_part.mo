// stage: simulate
// model: M
model M
  Real x, y, z;
equation
  // expect-error: StructurallySingular
  x + z = time;
  x*z = 3;
  x - z = 4 + time;
end M;
