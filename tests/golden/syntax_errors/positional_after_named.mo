// stage: check
model PositionalAfterNamed
  // expect-error@+1: PositionalAfterNamed
  Real x = max(x = 1, 2);
end PositionalAfterNamed;
