// stage: check
model IntegerTooLarge
  // expect-error@+1: IntegerTooLarge
  Real x = 99999999999999999999;
end IntegerTooLarge;
