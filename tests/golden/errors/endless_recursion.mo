// stage: check
// model: M
// message: nested function calls
function f
  input Integer n;
  output Integer m;
algorithm
  m := f(n + 1);
end f;
model M
  // expect-error@+1: NotEvaluable
  constant Integer k = f(1);
end M;
