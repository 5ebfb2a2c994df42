// stage: check
// model: M
model A
  parameter Real k = 1;
end A;
model B
  extends A(final k = 5);
end B;
model M
  // expect-error@+1: FinalElement
  B b(k = 2);
end M;
