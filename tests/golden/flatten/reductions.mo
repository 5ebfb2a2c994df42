// stage: flatten
// model: M
// note: sum, product, min, max over iterators; empty ones have their neutral element; two iterators.
model M
  Real x[3] = {time, 2*time, 3*time};
  Real a = sum(x[i]^2 for i in 1:3);
  Real b = product(x[i] for i in 1:3);
  Real c = min(x[i] for i in 1:3);
  Real d = max(i*x[j] for i in 1:2, j in 2:3);
  Real e = sum(i*time for i in 1:0);
  Real f = product(i*time for i in 1:0);
  Real h = sum(x[i] for i);
  Integer k = sum(i for i in 1:4);
end M;
