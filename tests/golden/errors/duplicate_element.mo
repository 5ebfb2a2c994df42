// stage: check
// model: M
model M
  Real x = 1;
  // expect-error@+1: DuplicateElement
  Real x = 2;
end M;
