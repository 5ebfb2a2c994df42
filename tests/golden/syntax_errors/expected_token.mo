// stage: check
model ExpectedToken
  // expect-error@+1: ExpectedToken
  Real x = max(1 2);
end ExpectedToken;
