// stage: check
// note: two constants that need each other, of which another one is asked for first
model CyclicConstants
  // expect-error@+1: CyclicConstant
  constant Real a = b + 1;
  constant Real b = a;
  Real x = a;
end CyclicConstants;
