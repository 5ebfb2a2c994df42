// stage: simulate
// options: --method inline:mixed --explicit ^y2$ --stop 1 --tolerance 1e-6 --filter ^y
// configs: --backend interp; --start-up runge-kutta
// tolerance: 2e-5
// analytic: y1 = exp(-2*time)
// analytic: y2 = exp(-time)
// assert: steps_accepted < 200
// note: The slow state explicitly, the stiff one (1e6) implicitly (problem of Kaps: Deuflhard, Hairer, Zugck 1987).
model MixedKaps
  parameter Real e = 1e-6;
  Real y1(start = 1, fixed = true);
  Real y2(start = 1, fixed = true);
equation
  der(y1) = -(2 + 1/e)*y1 + y2^2/e;
  der(y2) = y1 - y2*(1 + y2);
end MixedKaps;
