// stage: check
// model: M
model M
  // expect-error@+1: NoSolverMethod
  Real x(start = 1);
equation
  der(x) = -x + sample(time, Clock(1, 10));
end M;
