// stage: simulate
// options: --stop 5 --method euler --step 1e-4
// tolerance: 4e-4
// configs: --backend interp
// analytic: x = exp(-0.5*time)*cos(2*time)
// note: Error of order h.
model Damped
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = -0.5*x - 2*y;
  der(y) = 2*x - 0.5*y;
end Damped;
