// stage: check
// model: M
function f
  input Real x;
  output Real y;
algorithm
  // expect-error@+1: NotInFunction
  y := der(x);
end f;
model M
  Real y = f(time);
end M;
