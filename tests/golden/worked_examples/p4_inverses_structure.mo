// stage: structure
// assert: [b.iteration_variables for b in blocks if b.kind == 'nonlinear'] == [['e'], ['f']]
// assert: sum(b.kind == 'assign' for b in blocks) == 10
// note: W1: only where the branch is not known is anything iterated.
model Inverses
  constant Real pi = 3.141592653589793;
  parameter Real p = 2;
  Real a, b(start = 1), c, d, e(start = -1), f(start = 3), g(start = 4), h(min = 0), k, l, m(min = 0, start = 1);
  Real n(start = 3);
equation
  exp(2*a) = time + 1;
  log(b) = time;
  tan(c) = time;
  sqrt(d) = time + 1;
  e^2 = 1 + time;
  sin(f) = 0.1*time;
  tan(p*g - 1) = time;
  h^2 = time + 0.5;
  sinh(k) = -1e9*(1 + time);
  asin(l) = 0.5*time;
  m^1.5 = 2 + time;
  tan(n) = sin(time);
end Inverses;
