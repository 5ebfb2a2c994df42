// stage: check
// model: M
model A
  parameter Real mass = 1;
end A;
model M
  // expect-error@+1: NothingToModify
  A a(mas = 2);
end M;
