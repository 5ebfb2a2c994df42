// stage: simulate
// model: M
model M
  Real x(start = 1, fixed = true), y(start = 2, fixed = true);
equation
  // expect-warning: ContradictingStarts
  x = y;
  der(x) = -x;
end M;
