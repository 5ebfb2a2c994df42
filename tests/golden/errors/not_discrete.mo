// stage: check
// model: M
model M
  Real x = time;
  // expect-error@+1: NotDiscrete
  Real y = pre(x);
end M;
