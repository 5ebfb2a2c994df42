// stage: check
// model: M
model A
  parameter Boolean b = true;
end A;
model M
  // expect-error@+1: CyclicDeclaration
  A a if a.b;
end M;
