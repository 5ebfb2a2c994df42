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
  // expect-error@+1: MissingArgument
  Real x = f(b = 2);
end M;
