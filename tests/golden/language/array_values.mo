// stage: simulate
// model: M
// note: Values of array functions and operators at time = 1, worked out by hand.
// final: a = 32
// final: b[1] = 14
// final: b[2] = 32
// final: c[1] = 9
// final: c[2] = 12
// final: c[3] = 15
// final: d[1,2] = 10
// final: d[2,1] = 15
// final: e = 13
// final: f = 720
// final: g[1] = -3
// final: g[2] = 6
// final: g[3] = -3
// final: h = 21
// final: i[3] = 2.5
// final: j[2,3] = 5
// final: k = 6
// final: l[4] = 20
model M
  Real x[3] = {1, 2, 3}*time;
  Real y[3] = {4, 5, 6}*time;
  Real A[2, 3] = [x[1], x[2], x[3]; y[1], y[2], y[3]];
  Real B[2, 2] = [7, 10; 15, 22]*time;
  Real a = x*y;
  Real b[2] = A*x;
  Real c[3] = {1, 2}*A;
  Real d[2, 2] = [1, 2; 3, 4]^2*time;
  Real e = sum(x) + max(x) + min(y);
  Real f = product(x)*product(y);
  Real g[3] = cross(x, y);
  Real h = sum(A);
  Real i[5] = linspace(2, time + 2, 5);
  Real j[2, 3] = transpose(transpose(A)) .* [1, 1, 1; 1, 1, 5/6];
  Real k = sum(identity(3)) + sum(diagonal(x)) - 3;
  Real l[4] = cat(1, x[1:2], {7, 20}*time);
end M;
