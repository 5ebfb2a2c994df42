// stage: check
// model: M
// note: specification 3.6, 17.3.6 holds for states of one machine; states of two, or a block beside, are two sources
model M
  connector In = input Real;
  connector Out = output Real;
  block S
    Out y = sample(1, Clock(1, 10));
  end S;
  S a, b, c, d;
  Out y, z;
equation
  initialState(a);
  transition(a, b, sample(true, Clock(1, 10)));
  initialState(c);
  connect(a.y, y);
  // expect-error@+1: ConnectTwoSources
  connect(c.y, y);
  connect(b.y, z);
  // expect-error@+1: ConnectTwoSources
  connect(d.y, z);
end M;
