// stage: simulate
// model: DelayInPairs
// note: The second step of a pair asked for values in the first one, which are not stored before the pair is accepted:
//       errors of 30 times the tolerance.
// options: --stop 5 --method inline:radau5
// configs: --method inline:lobatto4; --method inline:sdirk4; --method dopri5
// follows: 15 1e-6 1e-8
// analytic: y = time if time < 0.1 else 0.1 + sin(3*(time - 0.1))/3
model DelayInPairs
  Real y(start = 0, fixed = true);
equation
  der(y) = delay(cos(3*time), 0.1);
end DelayInPairs;
