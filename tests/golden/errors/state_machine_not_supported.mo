// stage: check
// model: M
model M
  block State
    outer output Integer i;
  equation
    i = previous(i) + 1;
  end State;
  inner Integer i(start = 0);
  State s;
equation
  // expect-error@+1: NotSupportedYet
  initialState(s);
  // expect-error@+1: NotSupportedYet
  transition(s, s, i > 10);
end M;
