// stage: simulate
// options: --method inline:radau5 --tolerance 1e-4
// configs: --method inline:radau5 --tolerance 2e-4; --method inline:lobatto4 --tolerance 1e-3; --method inline:bdf --tolerance 1e-4; --method ida --tolerance 1e-4; --method dopri5 --tolerance 1e-4
// analytic: energy = (1 + sin(0.3))^2 + cos(0.3)^2 - 9.81*cos(0.3)
// final: x1 = -0.77022
// final: y1 = -0.63778
// assert: state_changes == 4
// tolerance: 1e-1
// note: x1^2 + y1^2 = 1 has two solutions for each y1. An iteration that begins too far away finds the wrong one; the
// note: velocities at the ends of the step tell, and the step is taken back. Final values by ida at 1e-11.
// note: At 1e-3 errors are some per cent, those of the other solution as large as the values themselves.
model OtherBranch "Pendulum in Cartesian coordinates with a spring to another one"
  parameter Real g = 9.81;
  Real x1(start = 1, fixed = true), y1(start = 0), vx1, vy1(start = 0, fixed = true);
  Real force;
  Real phi(start = 0.3, fixed = true), w(start = 0, fixed = true);
  Real x2 = 2 + sin(phi), y2 = -cos(phi);
  Real energy = (vx1^2 + vy1^2 + w^2)/2 + g*(y1 + y2) + (x2 - x1)^2 + (y2 - y1)^2;
equation
  der(x1) = vx1;
  der(y1) = vy1;
  der(vx1) = -force*x1 + 2*(x2 - x1);
  der(vy1) = -force*y1 - g + 2*(y2 - y1);
  x1^2 + y1^2 = 1;
  der(phi) = w;
  der(w) = -g*sin(phi) - 2*((x2 - x1)*cos(phi) + (y2 - y1)*sin(phi));
  annotation (experiment(StopTime = 3));
end OtherBranch;
