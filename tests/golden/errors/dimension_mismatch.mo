// stage: check
// model: M
model M
  // expect-error@+1: DimensionMismatch
  parameter Real x[3] = {1, 2};
  // expect-error@+1: DimensionMismatch
  parameter Real y = {1, 2};
end M;
