// stage: check
// model: M
// message: 'w' is in only one of them
connector A
  Real v;
  flow Real i;
end A;
connector B
  Real v;
  flow Real i;
  Real w;
  flow Real j;
end B;
model M
  A a;
  B b;
equation
  // expect-error@+1: ConnectIncompatible
  connect(a, b);
end M;
