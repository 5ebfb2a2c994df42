// stage: check
// model: M
model M
  Real u = sample(time, Clock(1, 10));
  Real a, b "no equation has it";
equation
  a + u = 1;
  // expect-error@+1: ClockedSingular
  a - u = 2;
end M;
