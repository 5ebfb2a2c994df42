// stage: simulate
// options: --method inline:mixed --stop 3
// analytic: x = (cos(time) + sin(time))/2
// analytic: y = cos(time)
// follows: 50 1e-4 1e-6 1e-8
// note: x by Adams-Bashforth, y (1e5) by BDF, coupled both ways.
model MixedTolerance
  Real x(start = 0.5, fixed = true) annotation(__Formola_explicit = true);
  Real y(start = 1, fixed = true);
equation
  der(x) = -x + y;
  der(y) = -1e5*(y - cos(time) + x - (cos(time) + sin(time))/2) - sin(time);
end MixedTolerance;
