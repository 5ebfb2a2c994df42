// stage: check
// model: M
model M
  parameter Real p = 1;
  // expect-error@+1: ConstantVaries
  constant Real c = 2*p;
  Real x = c;
end M;
