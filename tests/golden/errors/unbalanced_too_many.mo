// stage: check
// model: M
// expect-error@+1: Unbalanced
model M
  Real x = 1;
equation
  x = time;
end M;
