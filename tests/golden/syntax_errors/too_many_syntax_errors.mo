// stage: check
model TooManySyntaxErrors
  Real x;
equation
  // expect-error@+1: ExpectedExpression
  x = 0 + ;
  // expect-error@+1: ExpectedExpression
  x = 1 + ;
  // expect-error@+1: ExpectedExpression
  x = 2 + ;
  // expect-error@+1: ExpectedExpression
  x = 3 + ;
  // expect-error@+1: ExpectedExpression
  x = 4 + ;
  // expect-error@+1: ExpectedExpression
  x = 5 + ;
  // expect-error@+1: ExpectedExpression
  x = 6 + ;
  // expect-error@+1: ExpectedExpression
  x = 7 + ;
  // expect-error@+1: ExpectedExpression
  x = 8 + ;
  // expect-error@+1: ExpectedExpression
  x = 9 + ;
  // expect-error@+1: ExpectedExpression
  x = 10 + ;
  // expect-error@+1: ExpectedExpression
  x = 11 + ;
  // expect-error@+1: ExpectedExpression
  x = 12 + ;
  // expect-error@+1: ExpectedExpression
  x = 13 + ;
  // expect-error@+1: ExpectedExpression
  x = 14 + ;
  // expect-error@+1: ExpectedExpression
  x = 15 + ;
  // expect-error@+1: ExpectedExpression
  x = 16 + ;
  // expect-error@+1: ExpectedExpression
  x = 17 + ;
  // expect-error@+1: ExpectedExpression
  x = 18 + ;
  // expect-error@+1: ExpectedExpression
  x = 19 + ;
  // expect-error@+1: TooManySyntaxErrors
  x = ;
  x = ;
  x = ;
end TooManySyntaxErrors;
