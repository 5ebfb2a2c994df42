// stage: flatten
// model: M
// note: Array comprehensions with one and two iterators, over ranges, vectors.
model M
  parameter Integer n = 3;
  Real x[n] = {i*time for i in 1:n};
  Real y[2, n] = {i + j*time for j in 1:n, i in 1:2};
  Real w[3] = {x[i] for i};
  Real none[:] = {i for i in 1:0};
  parameter Real half[:] = {k for k in 0:0.5:1};
end M;
