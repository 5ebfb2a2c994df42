// stage: check
// model: M
connector A
  Real v;
  flow Real i;
end A;
connector B
  flow Real v;
  Real i;
end B;
model M
  A a;
  B b;
equation
  // expect-error@+1: ConnectIncompatible
  connect(a, b);
end M;
