// stage: check
// model: M
model M
  // expect-error@+1: CyclicExtends
  extends M;
end M;
