// stage: flatten
// model: M
// options: --scalar
// note: Products of vectors and matrices, powers, elementwise operators, concatenation.
model M
  parameter Real A[2, 2] = [1, 2; 3, 4];
  Real x[2] = {time, 2*time};
  Real a[2] = A*x;
  Real b[2] = x*A;
  Real c = x*x;
  Real d[2, 2] = A*A;
  Real e[2, 2] = A^2;
  Real f[2] = x .* {3, 4};
  Real g[2] = x ./ {3, 4};
  Real h[2] = x .^ 2;
  Real i[2] = 2*x + x/3;
  Real j[2] = x .+ 1;
  Real k[2, 3] = [A, x];
  Real l[3, 2] = [A; transpose([x])];
  Real m[2] = -x;
  Real n[2, 1] = [x];
end M;
