// stage: check
// model: M
model M
  block S
  end S;
  S a, b;
  Boolean go = sample(true, Clock(1, 10));
equation
  initialState(a);
  transition(b, a, go);
  // expect-error@+1: TransitionPriority
  transition(a, b, go, priority = 0);
end M;
