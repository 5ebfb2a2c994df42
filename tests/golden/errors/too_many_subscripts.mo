// stage: check
// model: M
model M
  Real x[3] = {1, 2, 3};
  // expect-error@+1: TooManySubscripts
  Real y = x[1, 2];
  // expect-error@+1: TooManySubscripts
  Real z = y[1];
end M;
