// stage: check
// model: M
function f
  input Real x;
  input Integer n;
  output Real y;
  external "C" y = f(x, n);
end f;
// expect-error@+1: CannotDifferentiateFunction
function fx = der(f, x);
// expect-error@+1: CannotDifferentiateFunction
function fn = der(f, n);
// expect-error@+1: NoSuchArgument
function fz = der(f, z);
model M
  Real a = fx(time, 2);
  Real b = fn(time, 2);
  Real c = fz(time, 2);
end M;
