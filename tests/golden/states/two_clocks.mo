// stage: structure
// model: M
model M
  block S
    Integer n(start = 0);
  equation
    n = previous(n) + 1;
  end S;
  S a, b;
equation
  initialState(a);
  transition(a, b, sample(true, Clock(1, 10)));
  // expect-error: ClockConflict
  transition(b, a, sample(true, Clock(1, 3)));
end M;
