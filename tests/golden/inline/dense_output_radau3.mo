// stage: simulate
// options: --method inline:radau3 --stop 3 --intervals 1000
// follows: 10 1e-4 1e-6
// analytic: y = exp(-2*time)
// analytic: z = exp(-time)
// note: Between the points too: the first step of a pair is interpolated, not extrapolated from the second.
model DenseOutput
  parameter Real eps = 1;
  Real y(start = 1, fixed = true), z(start = 1, fixed = true);
equation
  der(y) = -(1/eps + 2)*y + z^2/eps;
  der(z) = y - z - z^2;
end DenseOutput;
