// stage: simulate
// options: --stop 1
// model: Uses
// expect-warning: UnusedArgumentSize
// message: the function does not use it
// analytic: y = 4 * time
function enthalpy
  input Real T;
  input Real X[1];
  output Real h;
algorithm
  h := 4*T;
end enthalpy;
model Uses
  parameter Integer n = 0;
  Real X[n] = fill(1, n);
  Real y = enthalpy(time, X);
end Uses;
