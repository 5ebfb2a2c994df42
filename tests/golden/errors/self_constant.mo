// stage: check
// model: M
model M
  // expect-error@+1: CyclicConstant
  constant Integer n = n + 1;
  Real x[n] = fill(1, n);
end M;
