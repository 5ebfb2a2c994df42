// stage: check
// model: M
model A
  Real x = 1;
end A;
model M
  A a;
  // expect-error@+1: ComponentUsedAsValue
  Real y = a + 1;
end M;
