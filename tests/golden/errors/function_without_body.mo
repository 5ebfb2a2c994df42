// stage: check
// model: M
function f
  input Real x;
  output Real y;
end f;
model M
  // expect-error@+1: FunctionWithoutBody
  Real y = f(time);
end M;
