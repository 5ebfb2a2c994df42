// stage: check
model M
  // expect-error@+1: TypeMismatch
  Real x(stateSelect = 3);
  // expect-error@+1: DimensionMismatch
  Real y[3](stateSelect = {StateSelect.always, StateSelect.never});
equation
  der(x) = 1;
  der(y) = {1, 2, 3};
end M;
