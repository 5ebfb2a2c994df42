// stage: simulate
// options: --stop 2
// follows: 60 1e-4 1e-6 1e-8
// configs: --method inline:bdf; --method inline:radau5; --method inline:bdf --backend interp
// analytic: x1 = 1 - exp(-time/0.1)
// analytic: x2 = 1 - (0.3*exp(-time/0.3) - 0.1*exp(-time/0.1))/0.2
// assert: newton_iterations == 0 or method == "ida"
// note: W10, the step response; the inlined system needs no iteration.
model W10Simulated
  parameter Real T1 = 0.1, T2 = 0.3;
  Real x1(start = 0, fixed = true), x2(start = 0, fixed = true);
equation
  T1*der(x1) + x1 = 1;
  T2*der(x2) + x2 = x1;
end W10Simulated;
