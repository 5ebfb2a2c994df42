// stage: check
// model: M
model M
  Real a[2] = {1, 2};
  Real b[3] = {1, 2, 3};
  // expect-error@+1: OperandTypes
  Real c[2] = a + b;
  // expect-error@+1: OperandTypes
  Real d = a*b;
end M;
