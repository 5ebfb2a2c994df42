// stage: check
// model: M
model M
  // expect-error@+1: DimensionNotInteger
  Real x[2.5] = {1, 2};
end M;
