// stage: check
// model: M
// message: the first is in no other state, the second in 'a'
// message: the first is in 'a', the second in 'b'
model M
  block S
    block Inner
    end Inner;
    Inner i, j;
    Boolean go = sample(true, Clock(1, 10));
  equation
    initialState(i);
    transition(i, j, go);
  end S;
  S a, b;
  Boolean go = sample(true, Clock(1, 10));
equation
  initialState(a);
  transition(a, b, go);
  // expect-error@+1: StatesApart
  transition(b, a.i, go);
  // expect-error@+1: StatesApart
  transition(a.j, b.j, go);
end M;
