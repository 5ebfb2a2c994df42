// stage: structure
// model: M
// note: the value that the transition looks at depends on whether it fires
// message: 'a.active', 'v', 'a.v'
model M
  block S
    outer output Integer v;
  equation
    v = previous(v) + 1;
  end S;
  block T
  end T;
  S a;
  T b;
  inner Integer v(start = 0);
  Boolean go = sample(true, Clock(1, 10));
equation
  initialState(a);
  // expect-error@+1: StateMachineLoop
  transition(a, b, v > 3);
  transition(b, a, go);
end M;
