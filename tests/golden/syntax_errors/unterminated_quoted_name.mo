// stage: check
model UnterminatedQuotedName
  // expect-error@+1: UnterminatedQuotedName
  Real 'flow rate;
end UnterminatedQuotedName;
