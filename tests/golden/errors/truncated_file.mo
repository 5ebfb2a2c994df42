// stage: check
// note: The file ends in the middle of an equation.
// expect-error@+1: UnclosedClass
model M
  Real x;
equation
  // expect-error@+1: ExpectedExpression
  x = 2*(