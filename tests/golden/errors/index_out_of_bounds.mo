// stage: check
// model: M
model M
  Real x[3] = {1, 2, 3};
  // expect-error@+1: IndexOutOfBounds
  Real y = x[4];
  // expect-error@+1: IndexOutOfBounds
  Real z = x[0];
end M;
