// stage: check
// model: M
model A
  encapsulated model C
    Real x = 1;
  end C;
  C own;
end A;
model M
  A a;
  // expect-error@+1: ClassThroughComponent
  a.C c;
  A.C d;
end M;
