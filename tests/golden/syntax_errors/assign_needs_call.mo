// stage: check
model AssignNeedsCall
  Real x, y;
algorithm
  // expect-error@+1: AssignNeedsCall
  (x, y) := 1;
end AssignNeedsCall;
