// stage: simulate
// options: --stop 1
// configs: --backend interp; --method inline:bdf; --method inline:radau5
// note: with a and b known, the first two equations are linear in c and d, but see only c + d
// analytic: check1 = 1
// analytic: check2 = 1
model SingularLinearPart
  Real x(start = 0.5, fixed = true);
  Real a, b, c, d;
  Real check1 = 1 + 4*(a - b) - exp(-x) + sin(x), check2 = c - d - tanh(x) + 2;
equation
  der(x) = -a - x;
  4*a + 0.5*(a + b + c + d) = exp(-x);
  4*b + 0.5*(a + b + c + d) = sin(x);
  c = 0.3*sin(a + b + c + d) + tanh(x);
  d = 0.3*sin(a + b + c + d) + 1;
end SingularLinearPart;
