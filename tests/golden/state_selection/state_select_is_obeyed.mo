// stage: structure
// note: of x, y and z two are states: always z, and x or y as the run finds better
// assert: len(state_sets) == 1 and state_sets[0].candidates == ['x', 'y'] and state_sets[0].states == 1
// assert: len(states) == 2 and 'z' in states
model M
  Real x(start = 1), y(start = 0), z(start = 0, stateSelect = StateSelect.always), u;
equation
  x^2 + y^2 + z^2 = 1;
  der(x) = u*y;
  der(y) = -u*x + time;
  der(z) = x - z;
end M;
