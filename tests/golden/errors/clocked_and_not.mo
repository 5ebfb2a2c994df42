// stage: check
// model: M
model M
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  // expect-error@+1: ClockedAndNot
  y = sample(x, Clock(0.1)) + x;
end M;
