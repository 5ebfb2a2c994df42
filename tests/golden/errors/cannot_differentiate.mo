// stage: simulate
// model: M
function f
  input Real x;
  output Real y;
external "C" y = my_f(x);
end f;
model M
  Real x, v;
equation
  der(x) = v;
  // expect-error@+1: CannotDifferentiate
  f(x) = time;
end M;
