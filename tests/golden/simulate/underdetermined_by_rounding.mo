// stage: simulate
// options: --stop 1 --intervals 20 --tolerance 1e-8
// note: equations that say the same more than once: what rounding leaves of their difference is no contradiction
// expect-warning: OnlyDifferences
// analytic: a = time
// analytic: b = sin(time)
// analytic: c = exp(-time)/3
// analytic: d = 0.7*time
// tolerance: 1e-6
// configs: --backend interp; --method cvode
model UnderdeterminedByRounding
  parameter Real k = 0.3;
  Real p(start = 5), q, x(start = 1), y, z, u, v, w, s(start = 1, fixed = true), m, n, a, b, c, d;
equation
  p - q = time;
  3*q - 3*p = -3*time;
  a = p - q;
  x + y + z = sin(time);
  0.7*x + 0.7*y + 0.7*z = 0.7*sin(time);
  x - z = 0.1*time;
  b = x + y + z;
  der(s) = -s;
  3*u + 3*v = s;
  u/3 + v/3 = s/9;
  w = u + v;
  c = w;
  k*m - k*n = 0.7*k*time;
  n/k - m/k = -0.7*time/k;
  d = m - n;
end UnderdeterminedByRounding;
