// stage: check
model ExpectedExpression
  Real x;
equation
  // expect-error@+1: ExpectedExpression
  x = 1 + ;
end ExpectedExpression;
