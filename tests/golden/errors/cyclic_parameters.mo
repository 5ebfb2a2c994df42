// stage: simulate
// model: M
model M
  // expect-error: CyclicParameters
  parameter Real a = 2*b;
  parameter Real b = a + 1;
  Real x = a;
end M;
