// stage: check
// model: M
function f
  input Real a;
  input Real b = 1;
  output Real y;
algorithm
  y := a + b;
end f;

model M
  // expect-error@+1: TypeMismatch
  Real x = f("a");
end M;
