// stage: simulate
// note: a mixed block (an ideal diode) with a nonlinear part in which a linear system with coefficients that vary is solved
// options: --stop 2 --intervals 40
// configs: --disable-pass=tearBlocks; --disable-pass=relaxBlocks; --backend interp
// analytic: r = 0
// tolerance: 1e-7
model LinearPartInMixedBlock
  Real s, v, i, w, u;
  Boolean off(start = true);
  Real x[4];
  Real A[4, 4] = [3 + sin(time), 1, 0, 0.5; 0.2, 2 + cos(time), 0.3, 1; 0.1, 0.4, 4, sin(2*time); 1, 0.2, 0.5, 3];
  Real r "the largest residual, by other formulas";
equation
  off = s < 0;
  v = s*(if off then 1 else 1e-3);
  i = s*(if off then 1e-3 else 1);
  A*x = {1, 2, 3, 4}*w + {sin(3*time), 0, 1, 0};
  u = x[1] + x[2] - x[3] + x[4] - 2*sin(2*time);
  w^3 + w = 3*u - v;
  i + 0.5*w = 0.1*x[3] + cos(3*time);
  r = max(abs(w^3 + w - 3*(x[1] + x[2] - x[3] + x[4] - 2*sin(2*time)) + v),
    max(abs(A*x - {1, 2, 3, 4}*w - {sin(3*time), 0, 1, 0})) + abs(i + 0.5*w - 0.1*x[3] - cos(3*time)));
end LinearPartInMixedBlock;
