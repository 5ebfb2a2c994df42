// stage: flatten
// model: M
// options: --scalar
// note: The built-in functions that make and take arrays, split into scalars.
model M
  Real x[3] = {time, 2*time, 3*time};
  Real A[2, 3] = [x[1], x[2], 1; 4, 5, x[3]];
  Real a[2, 2] = identity(2)*time;
  Real b[2, 2] = diagonal({1, time});
  Real c[2, 3] = zeros(2, 3);
  Real d[2] = ones(2);
  Real e[3] = linspace(0, time, 3);
  Real f[3, 2] = transpose(A);
  Real g[3] = cross(x, {1, 0, 0});
  Real h[3, 3] = skew(x);
  Real i[2, 2] = outerProduct({1, 2}, {time, 3});
  Real j[3, 3] = symmetric([1, 2, 3; 4, 5, 6; 7, 8, time]);
  Real k[4] = cat(1, x, {7});
  Real l[2, 4] = cat(2, A, [8; 9]);
  Real m[3] = vector([time; 2; 3]);
  Real n[3, 1] = matrix(x);
  Real o = scalar({time});
  Real p = min(x) + max(x) + sum(A) + product(x);
  Integer r[2] = size(A);
  Integer s = size(A, 2) + ndims(A);
end M;
