// stage: simulate
// options: --stop 3
// follows: 100 1e-4 1e-6 1e-8
// configs: --backend interp; --method ida:dense; --method cvode; --method dopri5 --backend interp; --method inline:bdf; --method inline:sdirk4 --backend interp; --method inline:radau5; --method inline:lobatto4
// analytic: x = exp(-time)
// analytic: y = exp(time)
// note: The derivative of x is a root of a cubic equation, solved by Newton's method in each evaluation: z^3 + z = -(x^3 + x).
model ImplicitBlock
  Real x(start = 1, fixed = true), z(start = -1), y(start = 1);
equation
  z^3 + z = -(x^3 + x);
  der(x) = z;
  log(y) + y*x = 1 + time;
end ImplicitBlock;
