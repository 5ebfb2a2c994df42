// stage: flatten
// model: M
// note: Several equation and algorithm sections, public and protected parts, comments and descriptions.
model M "The model"
  Real x "first" annotation(Dialog);
protected
  Real y "second";
equation
  x = time "an equation with a comment";
public
  Real z "third";
algorithm
  z := x + y;
equation
  y = 2*x;
end M;
