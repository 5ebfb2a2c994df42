// stage: simulate
// options: --stop 6.283185307179586 --method inline:radau5
// analytic: x = cos(time)
// analytic: y = sin(time)
// tolerance: 5e-4
// configs: --method ida; --method inline:bdf; --method inline:sdirk4; --method dopri5; --method inline:lobatto4
// note: steps of high order went far beyond where x and y should have changed places as states, to where y moves ten and more times as fast
// note: as x: the errors of y and of its velocity were thousands of tolerances (0.007 with inline:radau5 at 1e-6, 0.003 at 1e-4).
model Circle "A point turns on a circle: the multiplier holds it there"
  Real x(start = 1);
  Real y(start = 0);
  Real vx(start = 0);
  Real vy(start = 1);
  Real lambda;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = lambda*x;
  der(vy) = lambda*y;
  x^2 + y^2 = 1;
initial equation
  y = 0;
  vy = 1;
end Circle;
