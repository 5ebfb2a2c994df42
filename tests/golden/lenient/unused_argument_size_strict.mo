// stage: check
// options: --strict
// model: Uses
// note: what unused_argument_size.mo has as a warning
// expect-error: UnusedArgumentSize
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
