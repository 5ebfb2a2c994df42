// stage: check
// model: M
// message: asin is not defined for 2: its argument must be between -1 and 1
// message: delay is not defined for a delay time of 5
model M
  constant Real two = 2;
  Real a = asin(two);  // expect-error@+0: OutsideDomain
  Real b = sqrt(-25);  // expect-error@+0: OutsideDomain
  Real c = log(0);  // expect-error@+0: OutsideDomain
  Real d = delay(time, 5, 1);  // expect-error@+0: OutsideDomain
  Real e = if two < 0 then sqrt(-two) else sqrt(two);
end M;
