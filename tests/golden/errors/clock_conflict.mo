// stage: check
// model: M
model M
  Clock c = Clock(1, 10);
  Real u = sample(time, c);
  // expect-error@+1: ClockConflict
  Real y = sample(time, subSample(c, 2)) + u;
end M;
