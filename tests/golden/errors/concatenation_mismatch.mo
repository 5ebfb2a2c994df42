// stage: check
// model: M
model M
  // expect-error@+1: ConcatenationMismatch
  Real x[:, :] = [1, 2; 3, 4, 5];
end M;
