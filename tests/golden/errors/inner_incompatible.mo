// stage: check
// model: M
model W
  Real g = 1;
end W;
model V
  Real h = 1;
end V;
model A
  outer V w;
  Real y = w.h;
end A;
model M
  // expect-error@+1: InnerIncompatible
  inner W w;
  A a;
end M;
