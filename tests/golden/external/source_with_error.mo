// stage: simulate
// options: --trust .
// exit: 1
// message: the C compiler reports
// expect-error@+1: ExternalFunctionMissing
function f
  input Real x;
  output Real y;
  external "C" y = broken(x) annotation (Include = "double broken(double x) { return x +; }");
end f;

model SourceWithError
  Real x = f(time);
end SourceWithError;
