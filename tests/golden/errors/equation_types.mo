// stage: check
// model: M
model M
  Real x[3];
equation
  // expect-error@+1: EquationTypes
  x = {1, 2};
end M;
