// stage: simulate
// options: --stop 2
// follows: 100 1e-4 1e-6 1e-8
// configs: --backend interp; --method ida:dense; --method cvode; --method inline:bdf; --method inline:sdirk4 --backend interp; --method inline:radau5; --method inline:lobatto4
// analytic: x = exp(-time) + sin(time)
// analytic: y = cos(time)
// note: Eigenvalues -1 and -1e5 (Prothero and Robinson); explicit methods are left out.
model Stiff
  Real x(start = 1, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = -(x - sin(time)) + cos(time);
  der(y) = -1e5*(y - cos(time)) - sin(time);
end Stiff;
