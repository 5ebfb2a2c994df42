// stage: check
// model: M
model M
  Real x;
equation
  // expect-error@+1: NotSupportedYet
  x = previous(x) + 1;
end M;
