// stage: check
// message: a delay time of -1
model M
  constant Real c = -2;
  // expect-error@+1: OutsideDomain
  Real x = delay(time, -1);
  // expect-error@+1: OutsideDomain
  Real y = delay(time, c);
  // expect-error@+1: OutsideDomain
  Real z = delay(time, -1, 2);
  // expect-error@+1: OutsideDomain
  Real w = delay(time, 3, 2);
end M;
