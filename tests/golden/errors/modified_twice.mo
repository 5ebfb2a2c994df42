// stage: check
// model: M
model A
  parameter Real k = 1;
end A;
model M
  // expect-error@+1: ModifiedTwice
  A a(k = 1, k = 2);
end M;
