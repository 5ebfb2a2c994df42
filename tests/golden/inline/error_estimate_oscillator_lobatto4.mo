// stage: simulate
// options: --method inline:lobatto4 --stop 10 --error-estimate blended
// follows: 200 1e-4 1e-6
// final: x = cos(time)
// final: v = -sin(time)
// configs: --error-estimate embedded
// note: Both estimates follow the tolerance where nothing is damped: the errors of all steps add up, so the factor is about their number (160 for Radau IIA(3) at 1e-6).
model Oscillator
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end Oscillator;
