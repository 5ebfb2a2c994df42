// stage: check
// model: M
model A
  parameter Real k = 1;
  Real x(start = 0);
equation
  der(x) = k;
end A;
model M
  // expect-error@+1: ArrayModifierSize
  A a[2](k = {1, 2, 3});
  // expect-error@+1: ArrayModifierSize
  A b[2](x(start = {1, 2, 3}));
  A c[2](k = {1, 2}, x(start = {1, 2}));
end M;
