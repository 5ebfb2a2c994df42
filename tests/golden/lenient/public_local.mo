// stage: simulate
// options: --stop 1
// model: Uses
// expect-warning: PublicLocal
// message: taken as protected
// analytic: y = 3 * time
function f
  input Real x;
  parameter Real k = 3;
  output Real y;
algorithm
  y := k*x;
end f;
model Uses
  Real y = f(time);
end Uses;
