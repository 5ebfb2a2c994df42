// stage: check
// model: M
model M
  Real x = 1;
equation
  // expect-error@+1: NotAnEquation
  sin(x);
end M;
