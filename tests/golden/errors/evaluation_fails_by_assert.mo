// stage: check
// model: M
// message: n must exceed 5, but is 3
function f
  input Integer n;
  output Integer m;
algorithm
  assert(n > 5, "n must exceed 5, but is " + String(n));
  m := n;
end f;
model M
  // expect-error@+1: NotEvaluable
  parameter Integer k = f(3);
  Real x[k] = fill(1, k);
end M;
