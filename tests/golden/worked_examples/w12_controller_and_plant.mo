// stage: structure
// options: --method inline:bdf
// assert: len(states) == 6
// assert: inline.iteration_variables <= 2
// note: W12, linear controller of order 4 and nonlinear plant of order 2 in a loop: only the plant is iterated.
model W12
  parameter Real A[4, 4] = [-2, 1, 0, 0; 0, -3, 1, 0; 0, 0, -4, 1; -1, 0, 0, -5];
  parameter Real B[4] = {0, 0, 0, 1}, C[4] = {1, 2, 0, 1}, D = 0.5;
  Real xc[4](each start = 0, each fixed = true);
  Real xp[2](start = {1, 0}, each fixed = true);
  Real e, u, y;
equation
  e = sin(time) - y;
  der(xc) = A*xc + B*e;
  u = C*xc + D*e;
  der(xp[1]) = xp[2];
  der(xp[2]) = -sin(xp[1]) - xp[2]*abs(xp[2]) + u;
  y = xp[1]^3 + xp[1];
end W12;
