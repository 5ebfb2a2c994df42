// stage: check
// message: written der\(x\)
model M
  Real x;
equation
  // expect-error@+2: UnterminatedQuotedName
  // expect-error@+1: DeclarationInSection
  x' = 1;
end M;
