// stage: check
// model: M
// expect-error@+1: CyclicExtends
type A = B;
type B = A;
model M
  A x = 1;
end M;
