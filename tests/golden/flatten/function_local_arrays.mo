// stage: flatten
// model: M
// note: Inputs after outputs, local arrays with values from inputs; calls evaluated in constants.
function f
  input Real x;
  output Real y;
  input Real z = x + 1;
protected
  Real w[2] = {x, z};
  parameter Integer n = 2;
algorithm
  y := sum(w) + n;
end f;
model M
  Real a = f(1);
  constant Real c = f(1);
  constant Real d[2] = {f(i) for i in 1:2};
  Real e = c + d[2];
end M;
