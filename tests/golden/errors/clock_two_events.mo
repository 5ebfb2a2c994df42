// stage: check
// model: M
model M
  Real u = sample(time, Clock(time > 0.5));
  // expect-error@+1: ClockConflict
  Real y = sample(time, Clock(0.3)) + u;
end M;
