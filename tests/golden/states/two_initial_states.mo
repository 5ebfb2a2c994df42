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
  transition(b, a, go);
  // expect-error@+1: InitialStateTwice
  initialState(b);
  initialState(c);
  // expect-error@+1: InitialStateTwice
  initialState(c);
end M;
