// stage: simulate
// note: the same system as in w12_linear_part, checked against its own residuals and the solution as one block
// options: --stop 1 --intervals 10 --filter ^x
// configs: --disable-pass=tearBlocks; --backend interp
// assert: abs(final.r) < 1e-8
model W12Solved
  parameter Real h = 0.1;
  parameter Real A[4, 4] = [-1, 0.5, 0, 0.1; 0.2, -2, 0.3, 0; 0.1, 0, -3, 0.4; 0, 0.2, 0.5, -4];
  parameter Real B[4] = {1, 0.5, 0.2, 0.1};
  parameter Real C[4] = {1, 2, 3, 4};
  parameter Real D = 0.5;
  Real xc[4], dxc[4], xp[2], dxp[2], u, y, e;
  Real r "the largest residual of the loop, by other formulas";
equation
  y = xp[1]^3 + xp[1];
  e = sin(time) - y;
  dxc = A*xc + B*e;
  u = C*xc + D*e;
  dxp[1] = sin(xp[2]) - xp[1]*xp[2]^2;
  dxp[2] = tanh(u) - xp[2]^3;
  xc = h*dxc + {0.1, 0.2, 0.3, 0.4}*cos(time);
  xp = h*dxp + {0.3, 0.4}*time;
  r = max(max(abs(xc - h*(A*xc + B*(sin(time) - xp[1]^3 - xp[1])) - {0.1, 0.2, 0.3, 0.4}*cos(time))),
    max(abs(xp[1] - 0.3*time - h*(sin(xp[2]) - xp[1]*xp[2]^2)),
      abs(xp[2] - 0.4*time - h*(tanh(C*xc + D*(sin(time) - xp[1]^3 - xp[1])) - xp[2]^3))));
end W12Solved;
