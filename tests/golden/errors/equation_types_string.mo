// stage: check
// model: M
model M
  Real x;
equation
  // expect-error@+1: EquationTypes
  x = "text";
end M;
