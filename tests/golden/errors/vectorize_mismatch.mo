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
  // expect-error@+1: VectorizeMismatch
  Real x[2] = f({1, 2}, {1, 2, 3});
end M;
