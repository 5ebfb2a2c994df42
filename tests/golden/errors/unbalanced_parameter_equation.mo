// stage: check
// message: contains no unknown: 'p' is a parameter
// message: contains no unknown: 'u' is an input
// expect-error@+1: Unbalanced
model M
  parameter Real p = 1;
  input Real u;
  Real x;
equation
  p = 3;
  u = 2;
  x = 1;
end M;
