// stage: check
// model: M
model M
  Real x[3] = {1, 2, 3};
  // expect-error@+1: SubscriptNotInteger
  Real y = x[1.5];
end M;
