// stage: simulate
// options: --stop 0.3 --tolerance 1e-8
// configs: --method inline:bdf; --method cvode; --backend interp
// analytic: x = 2.5*(1 - exp(-time))
// analytic: ve = 2.5
// tolerance: 1e-6
// note: a limiter at its limit does not tell what it limits: its equation cannot be solved for u, though it is linear in u.
model LimiterInALoop
  parameter Real k = 30, limit = 2.5;
  Real y1, y2, V, ve, u, simplified;
  Real x(start = 0, fixed = true);
equation
  y1 = 0.1*ve + 0.3*x + 0.01*y2;
  y2 = 0.2*ve - 0.1*x + 0.1*y1;
  V = sqrt(y1^2 + y2^2);
  u = k*(1 - V);
  simplified = if k > 10 then u else 0;
  ve = homotopy(smooth(0, if u > limit then limit else if u < 0 then 0 else u), simplified);
  der(x) = ve - x;
end LimiterInALoop;
