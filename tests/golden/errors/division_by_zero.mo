// stage: check
model M
  // expect-error@+1: DivisionByZero
  Real x = time/0;
  // expect-error@+1: DivisionByZero
  parameter Real p = 1/0.0;
end M;
