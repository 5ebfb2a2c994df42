// stage: check
// model: M
model M
  block S
  end S;
  S a, b;
  Integer n = sample(1, Clock(1, 10));
  Boolean go = n > 0;
  parameter Boolean p = true;
equation
  initialState(a);
  // expect-error@+1: ArgumentType
  transition(a, b, n);
  // expect-error@+1: ArgumentType
  transition(a, b, go, priority = 1.5);
  // expect-error@+1: NotEvaluable
  transition(a, b, go, immediate = go, priority = 2);
  // expect-error@+1: NoSuchArgument
  transition(a, b, go, delayed = true);
  // expect-error@+1: ArgumentCount
  transition(a, b);
  // expect-error@+1: ArgumentCount
  transition(a, b, go, true, true, true, 1, 2);
  // expect-error@+1: ArgumentCount
  initialState(a, b);
  transition(b, a, go, p, p, not p, 3);
end M;
