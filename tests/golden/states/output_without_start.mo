// stage: check
// model: M
model M
  block S
    outer output Integer v;
  equation
    v = previous(v) + 1;
  end S;
  block T
  end T;
  T a;
  S b;
  // expect-warning@+1: StateOutputWithoutStart
  inner Integer v;
  Boolean go = sample(true, Clock(1, 10));
equation
  initialState(a);
  transition(a, b, go);
  transition(b, a, go);
end M;
