// stage: structure
// note: who prefers one variable has made the choice: nothing is left to the run
// assert: state_sets == [] and 'x' in states and 'y' not in states
model M
  Real x(start = 0, stateSelect = StateSelect.prefer), y(start = 1), vx, vy, F;
equation
  x^2 + y^2 = 1;
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
end M;
