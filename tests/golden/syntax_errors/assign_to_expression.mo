// stage: check
model AssignToExpression
  Real x;
algorithm
  // expect-error@+1: AssignToExpression
  x + 1 := 2;
end AssignToExpression;
