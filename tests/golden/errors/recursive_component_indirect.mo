// stage: check
// model: M
model A
  B b;
end A;
model B
  // expect-error@+1: RecursiveComponent
  A a;
end B;
model M
  A a;
end M;
