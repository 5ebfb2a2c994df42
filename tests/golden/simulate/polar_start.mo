// stage: simulate
// options: --stop 1
// configs: --method inline:bdf; --backend interp; --disable-pass=tearBlocks
// analytic: x = 2*cos(0.5)*exp(-time)
// analytic: y = 2*sin(0.5)*exp(-time)
// The initial system begins at x = y = 0, where radius and angle have no derivatives. Differences say there that the angle is
// infinitely steep in y, and by that every correction is small: (2, 1) counted as the solution.
model PolarStart
  Real x, y;
initial equation
  sqrt(x*x + y*y) = 2;
  atan2(y, x) = 0.5;
equation
  der(x) = -x;
  der(y) = -y;
end PolarStart;
