// stage: simulate
// options: --stop 1 --tolerance 1e-8
// configs: --backend interp; --method cvode; --method inline:bdf; --method inline:radau5; --method rk4 --step 0.01
// tolerance: 1e-5
// note: between ticks x falls to u; the recursion of the sampled loop by hand
// analytic: k = floor(time/0.1 + 1e-9) + 1
// analytic: xd = 0.02*(floor(time/0.1 + 1e-9) + 1)
// final: y = 0.22
model Controller "A sampled integrator drives a continuous filter"
  Real x(start = 0, fixed = true) "not clocked";
  Real e "clocked, the left limit of the input";
  Real xd(start = 0) "clocked";
  Integer k(start = 0) "ticks so far";
  Real y;
equation
  der(x) = 10*(y - x);
  e = sample(0.2, Clock(1, 10));
  xd = previous(xd) + interval(e)*e;
  k = previous(k) + (if e > 0 then 1 else 0);
  y = hold(xd);
end Controller;
