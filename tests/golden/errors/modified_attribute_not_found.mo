// stage: check
// model: M
model M
  // expect-error@+1: NothingToModify
  Real x(strt = 2) = time;
end M;
