// stage: check
// model: M
model M
  // expect-error@+1: ParameterVaries
  parameter Real p = time;
  Real x = p;
end M;
