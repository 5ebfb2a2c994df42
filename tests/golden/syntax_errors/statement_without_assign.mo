// stage: check
model StatementWithoutAssign
  Real x;
algorithm
  // expect-error@+1: StatementWithoutAssign
  x;
end StatementWithoutAssign;
