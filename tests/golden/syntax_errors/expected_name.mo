// stage: check
model ExpectedName
  // expect-error@+1: ExpectedName
  Real = 1;
end ExpectedName;
