// stage: simulate
// options: --disable-pass=reduceIndex --method inline:bdf2 --step 0.001 --stop 1 --tolerance 1e-9
// tolerance: 1e-3
// note: issue 18, point 12: the pendulum in Cartesian coordinates (index 3) inlined without index reduction; the reduced one for comparison
// final: x = xr
// final: y = yr
// final: F = Fr
model DirectPendulum
  Real x(start = 1, fixed = true), y(start = 0), vx(start = 0, fixed = true), vy(start = 0), F;
  // the same by its angle
  Real phi(start = 0, fixed = true), w(start = 0, fixed = true);
  Real xr = cos(phi), yr = sin(phi), Fr = w^2 - 9.81*sin(phi);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
  x^2 + y^2 = 1;
  der(phi) = w;
  der(w) = -9.81*cos(phi);
end DirectPendulum;
