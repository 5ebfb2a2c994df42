// stage: check
// model: M
model M
  parameter Integer n = 1;
  // expect-error@+1: NegativeDimension
  Real x[n - 2];
end M;
