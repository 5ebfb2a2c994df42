// stage: flatten
// model: M
// note: `each` gives the same value to all elements, an array modifier one to each; `final` keeps its value.
model Cell
  final parameter Real k = 2;
  parameter Real p = 1;
  parameter Real v[2] = {1, 2};
  Real x(start = p);
equation
  der(x) = -k*x + v[1] + v[2];
end Cell;

model M
  parameter Integer n = 2;
  Cell a[n](each p = 5, each v = {3, 4});
  Cell b[n](p = {6, 7}, v = {{1, 2}, {3, 4}}, x(start = {0.5, 0.25}, each fixed = true));
  Cell c[n](p = {10*i for i in 1:n});
end M;
