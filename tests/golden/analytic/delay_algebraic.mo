// stage: simulate
// note: the past of expressions that are no states, under steps that are as long as the slow state x allows
// analytic: y = sin(6*(time - 0.3)) if time > 0.3 else 0
// analytic: z = exp(-0.1*max(time - 0.5, 0))^3
// analytic: x = exp(-0.1*time)
// options: --stop 4
// configs: --method dopri5; --method cvode; --method inline:bdf
// follows: 200 1e-4 1e-6 1e-8
model DelayAlgebraic
  Real x(start = 1, fixed = true);
  Real w = sin(6*time);
  Real y = delay(w, 0.3);
  Real z = delay(x^3, 0.5);
equation
  der(x) = -0.1*x;
end DelayAlgebraic;
