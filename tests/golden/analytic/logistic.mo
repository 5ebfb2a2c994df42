// stage: simulate
// options: --stop 10
// follows: 300 1e-4 1e-6 1e-8
// configs: --backend interp; --method ida:dense; --method cvode; --method dopri5 --backend interp; --method inline:bdf; --method inline:sdirk4 --backend interp; --method inline:radau5; --method inline:lobatto4
// analytic: x = 1/(1 + 99*exp(-time))
// analytic: t = tan(0.1*time)
// note: Nonlinear equations with closed solutions.
model Logistic
  Real x(start = 0.01, fixed = true), t(start = 0, fixed = true);
equation
  der(x) = x*(1 - x);
  der(t) = 0.1*(1 + t^2);
end Logistic;
