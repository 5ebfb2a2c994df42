// stage: check
// message: between modifiers
model M
  // expect-error@+1: ExpectedToken
  Real x(start = 1; fixed = true);
  Real y = 2;
end M;
