// stage: check
// model: M
partial function f
  input Real x;
  output Real y;
end f;
model M
  // expect-error@+1: PartialFunction
  Real y = f(time);
end M;
