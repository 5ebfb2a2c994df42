// stage: check
model EquationWithoutEquals
  Real x = 1;
equation
  // expect-error@+1: EquationWithoutEquals
  x + 1;
end EquationWithoutEquals;
