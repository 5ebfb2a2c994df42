// Assignments, a linear block, nonlinear blocks with and without inner equations, functions, aliases of both signs.
model Blocks
  Real x(start = 1, fixed = true), y, z, w;
  Real q(start = 0.5), p(start = 0.5), s, minus, minimum;
  Real phi(start = 0.3, fixed = true), omega(start = 0, fixed = true);
  parameter Real a = 2, b = 3*a;
  parameter Real k[2] = {1.5, -2};
equation
  der(x) = -a*x + y + 0.1*omega;
  y + 2*z = x*b;
  (1 + x*x)*y - z = sin(time);
  w + exp(w) = x + (if noEvent(x > 0.8) then 1 else 2);
  q^3 + p = 2 + x;
  p + sin(q) = 1 + s;
  s = k[1]*q + k[2]*abs(omega);
  minus = -omega;
  minimum = min(x, y) + max(x, z) + sign(x)*tanh(y) + atan2(y, x) + log10(3 + x);
  der(phi) = omega;
  der(omega) = -9.81*sin(phi) - 0.1*omega;
  annotation(experiment(StopTime = 2));
end Blocks;
