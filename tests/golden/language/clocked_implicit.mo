// stage: simulate
// options: --stop 0.5
// configs: --backend interp; --method inline:bdf; --method cvode
// tolerance: 1e-7
// note: clocked equations that must be solved together, linear and nonlinear
// analytic: a = u + 1
// analytic: b = u - 1
// analytic: v = a
// analytic: z = (u + 2)/(2 + sin(u))
model Implicit
  Real u, a, b, w(start = 1), z, v;
equation
  u = sample(time, Clock(1, 20));
  a + b = 2*u;
  a - b = 2;
  w + w^3 = a;
  v = w + w^3;
  (2 + sin(u))*z = u + 2;
end Implicit;
