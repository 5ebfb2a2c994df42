// stage: check
// model: M
model A
  parameter Real k = 1;
end A;
model M
  // expect-error@+1: ArrayModifierSize
  A a[3](k = {1, 2});
end M;
