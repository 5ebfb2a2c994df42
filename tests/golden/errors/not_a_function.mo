// stage: check
// model: M
model A
  Real x = 1;
end A;
model M
  // expect-error@+1: NotAFunction
  Real y = A(time);
end M;
