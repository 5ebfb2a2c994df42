// stage: check
model ChainedPower
  // expect-error@+1: ChainedPower
  Real x = 2^3^4;
end ChainedPower;
