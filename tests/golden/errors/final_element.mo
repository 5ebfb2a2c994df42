// stage: check
// model: M
model A
  final parameter Real k = 1;
end A;
model M
  // expect-error@+1: FinalElement
  A a(k = 2);
end M;
