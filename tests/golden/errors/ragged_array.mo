// stage: check
// model: M
model M
  // expect-error@+1: TypesDiffer
  Real x[2, 2] = {{1, 2}, {3}};
end M;
