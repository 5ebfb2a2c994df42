// stage: check
// model: M
// expect-error@+1: ExternalLanguage
function f
  input Real x;
  output Real y;
  external "Pascal" y = foo(x);
end f;
model M
  Real y = f(time);
end M;
