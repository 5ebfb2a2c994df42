// stage: check
// model: M
model M
  Integer n;
equation
  // expect-error@+1: OutsideStates
  n = ticksInState();
end M;
