// stage: simulate
// options: --method inline:bdf --step 0.05 --stop 10 --tolerance 1e-4
// tolerance: 1.5e-6
// analytic: x = cos(time)
// analytic: v = -sin(time)
// assert: steps_accepted == 200 and steps_rejected == 0
// configs: --tolerance 1e-10
// note: A fixed step with variable order: 200 steps whatever the tolerance; the error is that of order five, 6.2e-7.
model FixedStep
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end FixedStep;
