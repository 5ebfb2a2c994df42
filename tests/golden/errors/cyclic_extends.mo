// stage: check
// model: M
model A
  extends B;
end A;
model B
  // expect-error@+1: CyclicExtends
  extends A;
end B;
model M
  A a;
end M;
