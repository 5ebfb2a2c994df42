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

model M
  Pin a[2], b[3];
equation
  // expect-error@+1: ConnectSizes
  connect(a, b);
end M;
