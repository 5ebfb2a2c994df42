// stage: structure
// note: W13 with the step of backward Euler written by hand: 7 equations, 1 iteration variable instead of 3
// assert: equations == 7 and len(blocks) == 1 and blocks[0].kind == "nonlinear"
// assert: iteration_variables == 1
model W13
  parameter Real h = 0.1;
  parameter Real w = 5;
  parameter Real D = 0.7;
  parameter Real k = 2;
  Real x, dx, y, u, x1, dx1, x2;
equation
  dx = -x^3 + exp(-x) + u*abs(u) + sin(time);
  y = x + x^3;
  dx1 = x2;
  x2 = h*(-2*w*D*x2 - w^2*x1 + w^2*y) + cos(time);
  u = -k*x1;
  x = h*dx + time;
  x1 = h*dx1 + 1;
end W13;
