// stage: flatten
// model: M
// note: A function as an argument of another, also with some arguments bound.
partial function Integrand
  input Real x;
  output Real y;
end Integrand;

function parabola
  extends Integrand;
  input Real a = 1;
algorithm
  y := a*x^2;
end parabola;

function midpoint
  input Integrand f;
  input Real from, to;
  output Real area;
algorithm
  area := (to - from)*f((from + to)/2);
end midpoint;

model M
  Real a = midpoint(function parabola(), 0, time);
  Real b = midpoint(function parabola(a = 3), 0, time);
end M;
