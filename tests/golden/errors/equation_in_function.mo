// stage: check
// model: M
function f
  input Real a;
  output Real y;
// expect-error@+1: EquationInFunction
equation
  y = a;
end f;
model M
  Real x = f(time);
end M;
