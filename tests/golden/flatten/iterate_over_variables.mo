// stage: flatten
// model: M
// note: Comprehensions and reductions over a vector of variables.
model M
  Real x[3] = {time, 2*time, 3*time};
  Real z[:] = {v^2 for v in x};
  Real g = sum(v for v in x);
end M;
