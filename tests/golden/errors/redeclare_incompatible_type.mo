// stage: check
// model: M
model A
  replaceable Real x = 1;
end A;
model M
  // expect-error@+1: RedeclareIncompatible
  A a(redeclare Integer x);
end M;
