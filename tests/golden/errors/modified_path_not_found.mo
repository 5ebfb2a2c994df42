// stage: check
// options: --strict
// model: M
model A
  parameter Real R = 1;
end A;
model B
  A a;
  Real x = 1;
end B;
model M
  // expect-error@+1: ModifiedElementNotFound
  B b(a.Q = 3);
  // expect-error@+1: NothingToModify
  B c(x.begin = 3);
  B d(a.R = 3, x.start = 4);
end M;
