// stage: flatten
// model: M
// note: Default and named arguments, defaults that use other inputs, several outputs, local variables.
function f
  input Real a;
  input Real b = 2*a;
  input Real c = a + b;
  output Real s;
  output Real d;
protected
  Real t = a*b;
algorithm
  s := t + c;
  d := t - c;
end f;

model M
  Real x = f(time);
  Real y = f(time, c = 5);
  Real z = f(b = 1, a = time);
  Real u, v;
  Real w;
equation
  (u, v) = f(time, 3);
  (, w) = f(time, 4);
end M;
