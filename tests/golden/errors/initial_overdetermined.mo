// stage: simulate
// model: M
model M
  Real x(start = 1, fixed = true);
initial equation
  // expect-error: InitialOverdetermined
  x = 2;
equation
  der(x) = -x;
end M;
