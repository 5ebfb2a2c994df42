// stage: simulate
// options: --stop 10
// follows: 200 1e-4 1e-6 1e-8
// configs: --backend interp; --method ida:dense; --method cvode; --method dopri5 --backend interp; --method inline:bdf; --method inline:sdirk4 --backend interp; --method inline:radau5; --method inline:lobatto4
// analytic: x = cos(2*time)
// analytic: v = -2*sin(2*time)
model Oscillator
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -4*x;
end Oscillator;
