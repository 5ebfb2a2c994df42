// stage: check
// model: M
connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;
model M
  Port port;
  Real x = time;
  // expect-error@+1: ArgumentType
  Real a = inStream(port.p);
  Real b = inStream(port.h);
  // expect-error@+1: ArgumentType
  Boolean c = sample(0, x);
  // expect-error@+1: ArgumentType
  Real d = delay(x, x);
  Real e = delay(x, x, 2);
  // expect-error@+1: ConnectionsArgument
  Integer f = cardinality(port.p);
  // expect-error@+1: ArgumentCount
  parameter String s = getInstanceName(1);
equation
  port.h = 1;
  port.m = 0;
end M;
