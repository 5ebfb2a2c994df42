// stage: check
// model: M
model M
  Real x = 1;
  // expect-error@+1: NotAClass
  extends x;
end M;
