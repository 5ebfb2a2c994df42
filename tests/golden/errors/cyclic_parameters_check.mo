// stage: check
// model: M
model M
  // expect-error@+1: CyclicParameters
  parameter Real a = b;
  parameter Real b = a;
  Real x = a;
end M;
