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
  // expect-error@+1: SamePriority
  transition(a, c, not go, immediate = false);
  transition(b, c, go, priority = 2);
  transition(c, b, go, priority = 2);
end M;
