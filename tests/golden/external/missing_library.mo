// stage: simulate
// options: --trust .
// exit: 1
// message: there is no library 'no_such_library'
// expect-error@+1: ExternalFunctionMissing
function f
  input Real x;
  output Real y;
  external "C" y = f_of_no_library(x) annotation (Library = "no_such_library");
end f;

model MissingLibrary
  Real x = f(time);
end MissingLibrary;
