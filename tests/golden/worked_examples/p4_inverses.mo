// stage: simulate
// options: --stop 2
// tolerance: 1e-10
// configs: --backend interp; --method inline:bdf
// analytic: a = log(time + 1)/2
// analytic: b = exp(time)
// analytic: c = atan(time)
// analytic: d = (time + 1)^2
// analytic: e = -sqrt(1 + time)
// analytic: f = 3.141592653589793 - asin(0.1*time)
// analytic: g = (atan(time) + 2*3.141592653589793 + 1)/2
// analytic: h = sqrt(time + 0.5)
// analytic: k = -asinh(1e9*(1 + time))
// analytic: l = sin(0.5*time)
// analytic: m = (2 + time)^(1/1.5)
// analytic: n = 3.141592653589793 + atan(sin(time))
// note: W1, symbolic inverses with branch and domain: the solution that the start value or the bounds say, and iteration where
//   neither does (e and f; there the formula would have to change its branch where the roots meet).
model Inverses
  constant Real pi = 3.141592653589793;
  parameter Real p = 2;
  Real a, b(start = 1), c, d, e(start = -1), f(start = 3), g(start = 4), h(min = 0), k, l, m(min = 0, start = 1);
  Real n(start = 3);
equation
  exp(2*a) = time + 1;
  log(b) = time;
  tan(c) = time;
  sqrt(d) = time + 1;
  e^2 = 1 + time;
  sin(f) = 0.1*time;
  tan(p*g - 1) = time;
  h^2 = time + 0.5;
  sinh(k) = -1e9*(1 + time);
  asin(l) = 0.5*time;
  m^1.5 = 2 + time;
  tan(n) = sin(time);
end Inverses;
