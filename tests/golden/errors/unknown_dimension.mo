// stage: check
// model: M
model M
  // expect-error@+1: UnknownDimension
  Real x[:];
end M;
