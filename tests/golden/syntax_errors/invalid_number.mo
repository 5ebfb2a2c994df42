// stage: check
// message: write 2\*x
model InvalidNumber
  Real x;
equation
  // expect-error@+1: InvalidNumber
  x = 2x - 1;
end InvalidNumber;
