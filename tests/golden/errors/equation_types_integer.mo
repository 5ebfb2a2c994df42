// stage: check
// model: M
model M
  Integer n;
equation
  // expect-error@+1: EquationTypes
  n = 2.5*time;
end M;
