// stage: check
model BracketMismatch
  // expect-error@+1: BracketMismatch
  Real x = 2*(1 + time];
end BracketMismatch;
