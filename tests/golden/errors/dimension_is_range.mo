// stage: check
// model: M
model M
  // expect-error@+1: DimensionNotInteger
  Real x[1:3] = {1,2,3};
end M;
