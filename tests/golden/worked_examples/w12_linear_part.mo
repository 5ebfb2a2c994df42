// stage: structure
// note: W12 with the step of backward Euler written by hand: a linear controller of order 4 and a nonlinear plant of order 2.
//   Only the plant is iterated on; the controller is a linear block inside.
// assert: len(blocks) == 1
// assert: iteration_variables <= 2
// assert: sum(b.torn for b in blocks if b.kind == "nonlinear") <= 2
model W12
  parameter Real h = 0.1;
  parameter Real A[4, 4] = [-1, 0.5, 0, 0.1; 0.2, -2, 0.3, 0; 0.1, 0, -3, 0.4; 0, 0.2, 0.5, -4];
  parameter Real B[4] = {1, 0.5, 0.2, 0.1};
  parameter Real C[4] = {1, 2, 3, 4};
  parameter Real D = 0.5;
  Real xc[4], dxc[4], xp[2], dxp[2], u, y, e;
equation
  y = xp[1]^3 + xp[1];
  e = sin(time) - y;
  dxc = A*xc + B*e;
  u = C*xc + D*e;
  dxp[1] = sin(xp[2]) - xp[1]*xp[2]^2;
  dxp[2] = tanh(u) - xp[2]^3;
  xc = h*dxc + {0.1, 0.2, 0.3, 0.4}*cos(time);
  xp = h*dxp + {0.3, 0.4}*time;
end W12;
