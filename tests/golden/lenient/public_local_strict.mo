// stage: check
// options: --strict
// model: Uses
// note: what public_local.mo has as a warning
// expect-error: PublicLocal
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
