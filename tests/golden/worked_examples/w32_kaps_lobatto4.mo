// stage: simulate
// options: --method inline:lobatto4 --stop 3
// follows: 5 1e-4 1e-6 1e-8
// analytic: y = exp(-2*time)
// analytic: z = exp(-time)
// note: W32, the blended embedding follows the tolerance on the nonlinear stiff problem of Kaps, eigenvalues near -1 and -1e4.
model W32
  parameter Real eps = 1e-4;
  Real y(start = 1, fixed = true), z(start = 1, fixed = true);
equation
  der(y) = -(1/eps + 2)*y + z^2/eps;
  der(z) = y - z - z^2;
end W32;
