// stage: check
// message: written der\(x\)
model M
  Real x;
equation
  // expect-error@+1: UnterminatedQuotedName
  x' = 1;
end M;
