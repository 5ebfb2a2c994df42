// stage: structure
// options: --method inline:be
// assert: len(states) == 3
// assert: inline.largest_block == 7 and inline.iteration_variables == 1
// note: W13, the plant with the second-order controller of the paper: 7 simultaneous equations, 1 iteration variable instead of 3.
model W13
  parameter Real k = 2, w = 10, D = 0.7;
  Real x(start = 1, fixed = true), x1(start = 0, fixed = true), x2(start = 0, fixed = true);
  Real y, u;
equation
  der(x) = -x^3 + sin(u) + cos(time);
  y = x + 0.1*x^3;
  der(x1) = x2;
  der(x2) = -2*w*D*x2 - w^2*x1 + w^2*y;
  u = -k*x1*1.5;
end W13;
