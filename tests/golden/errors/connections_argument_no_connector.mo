// stage: check
// model: M
model M
  Real x = time;
equation
  // expect-error@+1: ConnectionsArgument
  Connections.root(x);
end M;
