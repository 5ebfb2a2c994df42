// stage: check
// model: M
model M
  block S
    outer output Integer v;
  equation
    v = previous(v) + 1;
  end S;
  S a, b;
  inner Integer v(start = 0);
equation
  initialState(a);
  transition(a, a, sample(true, Clock(1, 10)));
  // expect-error@+1: ParallelStates
  initialState(b);
end M;
