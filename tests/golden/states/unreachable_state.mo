// stage: check
// model: M
model M
  block S
  end S;
  S a, b, c;
  Boolean go = sample(true, Clock(1, 10));
equation
  initialState(a);
  transition(a, b, go);
  // expect-warning@+1: UnreachableState
  transition(c, b, go);
end M;
