// stage: check
// model: M
model W
  parameter Real g = 1;
end W;
model A
  // expect-error@+1: OuterModifier
  outer W w(g = 2);
end A;
model M
  inner W w;
  A a;
end M;
