// stage: simulate
// options: --stop 6 --intervals 50
// analytic: y = sin(time - 1 - 0.5*sin(time)) if time - 1 - 0.5*sin(time) > 0 else 0
// analytic: w = time*time/4
// analytic: z = (1 - cos(time - 1 - 0.5*sin(time)) if time - 1 - 0.5*sin(time) > 0 else 0)
// tolerance: 1e-3
// configs: --method ida; --method cvode; --method dopri5; --method inline:bdf; --method inline:radau5; --backend interp
// note: the delay time is an unknown with an equation of its own: nothing seemed to need it before the outputs, and derivatives looked back by its
// note: last value (y(3.84) = -0.00015 for -0.0199). z integrates y*(1 - der(tau)), the derivative of 1 - cos(time - tau).
model DelayTimeOfUnknown
  Real x(start = 0, fixed = true), v(start = 0, fixed = true);
  Real z(start = 0, fixed = true), w(start = 0, fixed = true);
  Real y = delay(x, tau, 2), u = delay(v, half, 4);
  Real tau = 1 + 0.5*sin(time), half = v/2;
equation
  der(x) = cos(time);
  der(v) = 1;
  der(z) = y*(1 - 0.5*cos(time));
  der(w) = u;
end DelayTimeOfUnknown;
