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
  Real x, y;
equation
  // expect-error@+1: TooManyResults
  (x, y) = f(1);
end M;
