// stage: check
type Vector = Real[3](start = {1, 2, 3});
model M
  // expect-error@+1: DimensionMismatch
  Real x(start = {1, 2}) = time;
  // expect-error@+1: DimensionMismatch
  Real y[3](min = {1, 2}) = {1, 2, 3};
  Vector v = {1, 2, 3};
  Vector w[2] = {v, v};
end M;
