// stage: check
// model: M
// message: give one of them a value
model M
  // expect-error@+1: CyclicParameters
  parameter Real a = b;
  parameter Real b = a;
  Real x = a;
end M;
