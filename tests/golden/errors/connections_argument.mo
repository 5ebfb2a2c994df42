// stage: check
// model: M
model M
  Real x = time;
equation
  // expect-error@+1: ConnectionsArgument
  Connections.potentialRoot(3);
end M;
