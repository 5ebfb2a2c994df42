// stage: check
// model: M
model M
  parameter Real p = 1;
  Real x;
algorithm
  x := 1;
  // expect-error@+1: AssignToParameter
  p := 2;
end M;
