// stage: check
// model: M
model M
  Real x[3];
  Integer n = 2 + integer(time);
equation
  // expect-error@+1: NotEvaluable
  for i in 1:n loop
    x[i] = i;
  end for;
end M;
