// stage: simulate
// note: At the start the only equation with y does not contain it.
model M
  Real x(start = 1, fixed = true);
  // expect-error@+1: InitialUnderdetermined
  Real y;
equation
  der(x) = -x;
  x = if initial() then 1 else y;
end M;
