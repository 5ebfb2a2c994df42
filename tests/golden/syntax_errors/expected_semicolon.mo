// stage: check
model ExpectedSemicolon
  // expect-error@+1: ExpectedSemicolon
  Real x
  Real y = 1;
equation
  // expect-error@+1: ExpectedSemicolon
  x = y
end ExpectedSemicolon;
