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

block Source
  RealOutput y = time;
end Source;
model M
  Source a, b;
equation
  // expect-error@+1: ConnectTwoSources
  connect(a.y, b.y);
end M;
