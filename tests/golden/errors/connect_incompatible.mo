// stage: check
// model: M
connector Pin
  Real v;
  flow Real i;
end Pin;
connector Port
  Real p;
  flow Real m;
end Port;
connector RealInput = input Real;
connector RealOutput = output Real;

model A
  Pin p;
equation
  p.v = 0;
end A;
model B
  Port p;
equation
  p.m = 1;
end B;
model M
  A a;
  B b;
equation
  // expect-error@+1: ConnectIncompatible
  connect(a.p, b.p);
end M;
