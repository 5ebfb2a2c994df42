// stage: check
// model: M
// expect-error@+1: Unbalanced
model M
  Real x, y;
equation
  x = time;
end M;
