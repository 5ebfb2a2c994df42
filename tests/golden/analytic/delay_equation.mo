// stage: simulate
// options: --stop 4
// follows: 200 1e-4 1e-6 1e-8
// configs: --backend interp; --method ida:dense; --method cvode --backend interp; --method inline:bdf; --method inline:sdirk4; --method inline:radau3; --method inline:radau5; --method inline:lobatto4; --method inline:radau5 --intervals 20
// analytic: x = 1 - time + max(time - 1, 0)^2/2 - max(time - 2, 0)^3/6 + max(time - 3, 0)^4/24
// note: x' = -x(t - 1) with x = 1 before: a polynomial on each interval (method of steps).
model DelayEquation
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 1);
end DelayEquation;
