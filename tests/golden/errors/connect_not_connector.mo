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
model M
  A a, b;
equation
  // expect-error@+1: ConnectNotConnector
  connect(a, b.p);
end M;
