// stage: check
// model: M
model M
  // expect-error@+1: NotSupportedYet
  Clock c = Clock(0.1);
  // expect-error@+1: NotSupportedYet
  Real x = sample(time, c);
end M;
