// stage: check
model M
  // expect-error@+1: KeywordAsName
  Real input;
  Real y;
equation
  // expect-error@+1: KeywordAsName
  input = 2;
  y = 1;
end M;
