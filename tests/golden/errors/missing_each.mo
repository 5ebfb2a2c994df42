// stage: check
// options: --strict
// model: M
model A
  parameter Real k = 1;
end A;
model M
  // expect-error@+1: MissingEach
  A a[3](k = 2);
end M;
