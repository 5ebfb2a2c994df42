// stage: check
// model: M
// message: its class 'M.R' is neither block nor model
// message: its class 'Real' is neither
model M
  block S
  end S;
  record R
    Real x;
  end R;
  S a, b;
  S many[2];
  R r(x = 1);
  Real y = 2;
  Boolean go = sample(true, Clock(1, 10));
equation
  initialState(a);
  transition(a, b, go);
  // expect-error@+1: NotAState
  transition(b, r, go);
  // expect-error@+1: NotAState
  transition(y, b, go);
  // expect-error@+1: ArgumentType
  transition(many, b, go);
  // expect-error@+1: ArgumentType
  transition(b, 1 + 2, go);
  // expect-error@+1: UndefinedName
  transition(b, nowhere, go);
end M;
