// stage: check
// model: M
model A
  Real x = 1;
end A;
model B
  extends A;
  Real y = 2;
end B;
model Host
  A a;
end Host;
model M
  // expect-error@+1: NotReplaceable
  Host h(redeclare B a);
end M;
