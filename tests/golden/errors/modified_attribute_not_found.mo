// stage: check
// model: M
model M
  // expect-error@+1: ModifiedElementNotFound
  Real x(strt = 2) = time;
end M;
