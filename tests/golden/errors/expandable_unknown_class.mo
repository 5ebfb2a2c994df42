// stage: check
// model: M
// A member of the bus that gets its type from a connector without one: no crash after the first error.
expandable connector Bus
end Bus;

block Sink
  // expect-error@+1: UndefinedName
  NoSuchClass u;
end Sink;

model M
  Bus bus;
  Sink sink;
equation
  // expect-error@+1: NoSuchMember
  connect(bus.speed, sink.u);
end M;
