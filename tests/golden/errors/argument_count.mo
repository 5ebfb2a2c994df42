// stage: check
// model: M
model M
  // expect-error@+1: ArgumentCount
  Real x = sin(1, 2);
end M;
