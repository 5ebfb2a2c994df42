// stage: simulate
// options: --stop 3
// follows: 200 1e-4 1e-6 1e-8
// configs: --backend interp; --method ida:dense; --method cvode --backend interp; --method inline:bdf; --method inline:sdirk4
// analytic: y = sin(2*(time - 0.5)) if time > 0.5 else 0
// analytic: z = sin(2*(time - 1.25)) if time > 1.25 else 0
// note: A line with taps at 0.5 and 1.25.
model DelayLine
  Real x(start = 0, fixed = true), v(start = 2, fixed = true);
  Real y = delay(x, 0.5), z = delay(x, 1.25);
equation
  der(x) = v;
  der(v) = -4*x;
end DelayLine;
