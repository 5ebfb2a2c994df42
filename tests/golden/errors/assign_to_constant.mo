// stage: check
// model: M
function f
  input Real a;
  output Real y;
protected
  constant Real k = 2;
algorithm
  // expect-error@+1: AssignToConstant
  k := 3;
  y := k*a;
end f;
model M
  Real x = f(time);
end M;
