// stage: check
// model: M
model A
  parameter Real k = 1;
end A;
model M
  Real x = time;
  // expect-error@+1: ParameterVaries
  A a(k = 2*x);
end M;
