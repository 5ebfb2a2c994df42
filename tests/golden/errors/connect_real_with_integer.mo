// stage: check
// model: M
connector RealInput = input Real;
connector IntegerOutput = output Integer;
block Source
  IntegerOutput y = 1;
end Source;
block Sink
  RealInput u;
end Sink;
model M
  Source s;
  Sink t;
equation
  // expect-error@+1: ConnectIncompatible
  connect(s.y, t.u);
end M;
