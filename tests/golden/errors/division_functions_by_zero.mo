// stage: check
model M
  // expect-error@+1: DivisionByZero
  Integer i = div(1, 0);
  // expect-error@+1: DivisionByZero
  Real x = mod(time, 0);
  // expect-error@+1: DivisionByZero
  Real y = rem(time, 0.0);
  // expect-error@+1: DivisionByZero
  parameter Integer k = mod(7, 0);
end M;
