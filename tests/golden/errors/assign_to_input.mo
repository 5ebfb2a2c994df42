// stage: check
// model: M
function f
  input Real a;
  output Real y;
algorithm
  // expect-error@+1: AssignToInput
  a := 2;
  y := a;
end f;
model M
  Real x = f(time);
end M;
