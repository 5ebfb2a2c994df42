// stage: check
// model: M
model M
  Integer n = integer(time);
  // expect-error@+1: NotEvaluable
  Real x[n];
end M;
