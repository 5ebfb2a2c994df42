// stage: simulate
// options: --method inline:radau5 --stop 10 --tolerance 1e-6
// configs: --method inline:sdirk4; --method inline:lobatto4
// analytic: x = exp(-time)
// analytic: y = 1/sqrt(1 + 2*time)
// tolerance: 1e-5
// assert: time_events >= 100 and steps_accepted < 700 and newton_iterations > 100
// note: After each of 100 samples a few steps serve. From a thousandth of the way to the next sample they were ten with the
//   fully implicit methods. The iterations of inlined steps are counted.
model RestartSteps
  Real x(start = 1, fixed = true), y(start = 1, fixed = true);
  Integer samples(start = 0, fixed = true);
equation
  der(x) = -x;
  der(y) = -y^3;
  when sample(0.1, 0.1) then
    samples = pre(samples) + 1;
  end when;
end RestartSteps;
