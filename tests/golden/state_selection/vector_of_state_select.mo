// stage: structure
// note: stateSelect may differ between the elements of an array, also by a parameter
// assert: sorted(states) == ['y[1]', 'z[2]']
model M
  parameter StateSelect wanted[2] = {StateSelect.always, StateSelect.never};
  Real z[2](start = {1, 0}, stateSelect = {StateSelect.never, StateSelect.always});
  Real y[2](start = {1, 0}, stateSelect = wanted);
equation
  der(z[1]) = 1;
  z[1]^3 + z[1] = z[2];
  der(y[1]) = 1;
  y[1]^3 + y[1] = y[2];
end M;
