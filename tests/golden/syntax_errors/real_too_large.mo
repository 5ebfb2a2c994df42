// stage: check
model RealTooLarge
  // expect-error@+1: RealTooLarge
  Real x = 1e999;
end RealTooLarge;
