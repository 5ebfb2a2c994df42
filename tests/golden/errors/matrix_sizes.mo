// stage: check
// model: M
model M
  Real A[2, 3] = [1, 2, 3; 4, 5, 6];
  Real b[2] = {1, 2};
  // expect-error@+1: OperandTypes
  Real c[3] = A*b;
  // expect-error@+1: OperandTypes
  Real d[2, 3] = A^2;
  // expect-error@+1: OperandTypes
  Real e = b/b;
end M;
