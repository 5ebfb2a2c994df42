// stage: simulate
// options: --method inline:bdf --step 0.05 --stop 20 --intervals 101
// analytic: x = exp(-time)
// analytic: c = exp(-time)
// tolerance: 1e-5
// note: c could be had from the cubic equation by a root, whose slope is infinite at zero, where the solution goes. Inside of an
//   iteration it follows from the linear equation instead; with the root the error was 7e-3, that of inline:be 0.7.
model NoRootInIteration
  Real x(start = 1, fixed = true);
  Real a, b, c;
equation
  a + sin(b) = x + sin(x);
  b + 0.3*c^3 = 2*a - x + 0.3*x^3;
  c = b - 0.2*a*x + 0.2*x^2;
  der(x) = -c;
end NoRootInIteration;
