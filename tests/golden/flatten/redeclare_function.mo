// stage: flatten
// model: M
// note: A replaceable function, redeclared in a modifier with an argument fixed by the redeclaration.
partial function Curve
  input Real x;
  output Real y;
end Curve;

function square
  extends Curve;
algorithm
  y := x*x;
end square;

function power
  extends Curve;
  input Real n = 1;
algorithm
  y := x^n;
end power;

model User
  replaceable function f = square constrainedby Curve;
  Real y = f(time);
end User;

model M
  User a;
  User b(redeclare function f = power(n = 3));
end M;
