// stage: check
// model: M
model M
  block S
  end S;
  S a, b, c;
  Boolean go = sample(true, Clock(1, 10));
  Boolean is, wrong, bad;
equation
  initialState(a);
  transition(a, b, go);
  transition(b, a, go);
  is = activeState(b);
  // expect-error@+1: StateUnknown
  wrong = activeState(c);
  // expect-error@+1: ArgumentType
  bad = activeState(not go);
end M;
