// stage: check
// model: M
// message: add initialState\(a\)
model M
  block S
  end S;
  S a, b;
  Boolean go = sample(true, Clock(1, 10));
equation
  // expect-error@+1: NoInitialState
  transition(a, b, go);
  transition(b, a, go);
end M;
