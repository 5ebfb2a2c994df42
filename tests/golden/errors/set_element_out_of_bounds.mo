// stage: check
// options: --set "x.start[4]=1"
// expect-error: IndexOutOfBounds
model M
  Real x[3](each start = 0, each fixed = true);
equation
  der(x) = -x;
end M;
