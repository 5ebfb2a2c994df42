// stage: check
// message: with a point
model M
  // expect-error@+1: ExpectedName
  Real x = 1,5;
  Real y = 2;
end M;
