// stage: flatten
// model: M
// note: The size ':' of a parameter comes from its value, also when modified, also in arrays of components.
model T
  parameter Real k[:] = {1, 2, 3};
  parameter Integer n = size(k, 1);
  Real y[n] = k*time;
end T;
model M
  T a;
  T b(k = {5});
  T c(k = fill(2, 4));
  T d[2](k = {{1, 2}, {3, 4}});
  T e[2](each k = {7, 8});
end M;
