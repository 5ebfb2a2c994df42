// stage: check
// model: M
model M
  Real x[3] = {1, 2, 3};
  // expect-error@+1: NoSuchDimension
  Integer n = size(x, 2);
end M;
