// stage: simulate
// options: --method inline:mixed --stop 10 --tolerance 1e-6
// analytic: x = cos(time)
// analytic: y = cos(time)
// tolerance: 1e-4
// assert: steps_accepted < 1500
// note: x is slow at first and becomes stiff (1e6) at time 1: the explicit formula would need 1e6 steps; it is given up.
model MixedTurnsStiff
  Real x(start = 1, fixed = true) annotation(__Formola_explicit = true);
  Real y(start = 1, fixed = true);
  Real k = 0.1 + 1e6/(1 + exp(-20*(time - 2)));
equation
  der(x) = -k*(x - cos(time)) - sin(time) + (y - cos(time));
  der(y) = -1e4*(y - cos(time)) - sin(time) + (x - cos(time));
end MixedTurnsStiff;
