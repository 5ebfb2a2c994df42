// stage: check
model EndNameMismatch
  Real x = 1;
// expect-error@+1: EndNameMismatch
end EndNameMissmatch;
