// stage: check
// note: the size of what a function uses has to fit, lenient/unused_argument_size.mo
function enthalpy
  input Real T;
  input Real X[1];
  output Real h;
algorithm
  h := 4*T*X[1];
end enthalpy;
model UsedArgumentSize
  parameter Integer n = 0;
  Real X[n] = fill(1, n);
  // expect-error@+1: DimensionMismatch
  Real y = enthalpy(time, X);
end UsedArgumentSize;
