// stage: flatten
// model: M
// note: Arrays assigned only in part, discrete variables and functions with several results in algorithms.
function f
  input Real x[:];
  output Real y[size(x, 1)];
  output Integer n;
algorithm
  y := 2*x;
  n := size(x, 1);
end f;

model M
  Real x[3], y[2];
  Integer n;
  Boolean b;
algorithm
  x[1] := time;
  for i in 2:3 loop
    x[i] := x[i - 1]^2;
  end for;
  (y, n) := f(x[2:3]);
  (, n) := f(x);
  b := x[1] > 0.5;
end M;
