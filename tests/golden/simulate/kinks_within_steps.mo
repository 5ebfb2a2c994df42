// stage: simulate
// options: --stop 5 --intervals 50 --method inline:radau5
// configs: --method inline:radau3; --method inline:lobatto4; --method inline:sdirk4; --method inline:bdf
// analytic: x = (2*floor(7*time/pi) + 1 - cos(7*time - pi*floor(7*time/pi)))/7
// follows: 250 1e-5 1e-7 1e-9
// note: der(x) has kinks and no events; wherever these lie in a step, its error is seen.
model KinksWithinSteps
  Real x(start=0, fixed=true);
equation
  der(x) = noEvent(abs(sin(7*time)));
end KinksWithinSteps;
