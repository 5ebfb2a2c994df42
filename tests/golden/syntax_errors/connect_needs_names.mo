// stage: check
model ConnectNeedsNames
  Real x, y;
equation
  // expect-error@+1: ConnectNeedsNames
  connect(x, y + 1);
end ConnectNeedsNames;
