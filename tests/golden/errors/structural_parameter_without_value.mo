// stage: check
// model: M
// message: the parameter 'n' has no value
model M
  parameter Integer n;
  // expect-error@+1: NotEvaluable
  Real x[n];
end M;
