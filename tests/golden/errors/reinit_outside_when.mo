// stage: check
// model: M
model M
  Real x(start = 1);
equation
  der(x) = -x;
  // expect-error@+1: ReinitOutsideWhen
  reinit(x, 2);
end M;
