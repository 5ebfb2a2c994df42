// stage: check
// message: transpose\(A\)
model M
  Real A[2, 2] = [1, 2; 3, 4];
  Real B[2, 2];
equation
  // expect-error@+1: UnterminatedQuotedName
  B = A';
end M;
