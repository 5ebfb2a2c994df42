// stage: check
// model: M
model A
  // expect-warning@+1: ParameterWithoutValue
  parameter Real k;
end A;
model M
  // expect-warning@+1: ParameterWithoutValue
  parameter Real p(start = 3);
  parameter Real q(fixed = false, start = 1);
  A a[3];
  Real x = p*q*sum(a.k);
initial equation
  q = 2*p;
end M;
