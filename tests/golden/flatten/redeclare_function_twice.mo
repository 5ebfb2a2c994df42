// stage: flatten
// model: M
// note: Two redeclarations of the same function with different modifiers stay different functions.
function power
  input Real x;
  input Real n = 1;
  output Real y;
algorithm
  y := x^n;
end power;

model User
  replaceable function f = power;
  Real y = f(time);
end User;

model M
  User a(redeclare function f = power(n = 3));
  User b(redeclare function f = power(n = 4));
  function five = power(n = 5);
  Real c = five(time);
end M;
