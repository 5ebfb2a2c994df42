// stage: check
// model: M
model A
  Real x = 1;
  Real y = 2;
end A;
model B
  // expect-error@+1: DuplicateElement
  Integer x = 2;
  Real z = 3;
end B;
model C
  extends A;
  // expect-error@+1: DuplicateElement
  Boolean y = true;
end C;
model D
  extends A;
  extends B;
end D;
model Same
  extends A;
  Real y = 2;
end Same;
model M
  C c;
  D d;
  Same same;
end M;
