// stage: check
model ExpectedDeclaration
  // expect-error@+1: ExpectedDeclaration
  3 + x;
  Real x = 1;
end ExpectedDeclaration;
