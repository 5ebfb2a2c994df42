// stage: check
// model: M
function f
  input Real x;
  // expect-error@+1: PublicLocal
  Real z;
  output Real y;
algorithm
  y := x;
end f;
model M
  Real y = f(time);
end M;
