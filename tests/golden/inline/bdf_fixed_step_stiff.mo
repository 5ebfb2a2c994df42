// stage: simulate
// options: --method inline:bdf --step 0.01 --stop 3
// tolerance: 5e-5
// analytic: y = exp(-2*time)
// analytic: z = exp(-time)
// assert: steps_accepted == 300 and steps_rejected == 0
// note: A fixed step a hundred times longer than the fast time constant.
model FixedStepStiff
  parameter Real eps = 1e-4;
  Real y(start = 1, fixed = true), z(start = 1, fixed = true);
equation
  der(y) = -(1/eps + 2)*y + z^2/eps;
  der(z) = y - z - z^2;
end FixedStepStiff;
