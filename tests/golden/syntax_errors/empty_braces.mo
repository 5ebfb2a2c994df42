// stage: check
model EmptyBraces
  // expect-error@+1: EmptyBraces
  Real x[:] = {};
end EmptyBraces;
