// stage: check
// model: M
model M
  block S
  end S;
  S a, b;
  Boolean go = sample(true, Clock(1, 10));
  Boolean late = time > 1;
  Boolean value;
equation
  initialState(a);
  if late then
    // expect-error@+1: StateEquationPlace
    transition(a, b, go);
  end if;
  when late then
    // expect-error@+1: StateEquationPlace
    transition(b, a, go);
  end when;
  // expect-error@+1: StateEquationPlace
  value = transition(b, a, go);
initial equation
  // expect-error@+1: StateEquationPlace
  initialState(b);
end M;
