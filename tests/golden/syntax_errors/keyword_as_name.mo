// stage: check
model KeywordAsName
  // expect-error@+1: KeywordAsName
  Real input;
end KeywordAsName;
