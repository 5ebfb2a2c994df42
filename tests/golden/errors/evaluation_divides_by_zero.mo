// stage: check
// model: M
model M
  parameter Integer n = 1;
  constant Real zero = 0;
  constant Integer none = 0;
  // expect-error@+1: NotEvaluable
  constant Real c = 1/zero;
  // expect-error@+1: NotEvaluable
  parameter Integer m = div(n, none);
  Real x[m] = fill(c, m);
end M;
