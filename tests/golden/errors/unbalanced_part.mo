// stage: check
// note: Only the part of the model that lacks an equation is shown.
// message: there is only 1 equation for 2 unknowns \(y, z\)
// message: ^equation: y = x \+ z
// expect-error@+1: Unbalanced
model M
  Real x, y, z, w;
equation
  x = time;
  y = x + z;
  w = 2*x;
end M;
