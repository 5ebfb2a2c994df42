// stage: simulate
// options: --trust .
// exit: 1
// message: 'nowhere_to_be_found' is not found; say where it is by annotation
// expect-error@+1: ExternalFunctionMissing
function f
  input Real x;
  output Real y;
  external "C" y = nowhere_to_be_found(x);
end f;

model MissingFunction
  Real x = f(time);
end MissingFunction;
