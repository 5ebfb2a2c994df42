// stage: check
model M
  parameter Boolean known = true;
  // expect-error@+1: AttributeVaries
  Real x(start = 1, fixed = time > 1);
  Real y(start = 1, fixed = known);
  // expect-error@+1: AttributeVaries
  Real z(min = x) = 3;
equation
  der(x) = 1;
  der(y) = 1;
end M;
