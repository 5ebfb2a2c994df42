// stage: check
model ComparisonAsEquation
  Real x;
equation
  // expect-error@+1: ComparisonAsEquation
  x == 1;
end ComparisonAsEquation;
