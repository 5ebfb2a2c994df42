// stage: simulate
// options: --stop 1
// model: Empty
// note: arrays without elements fit, whatever their other sizes are
// expect-warning: EmptyArraySizes
// message: the sizes do not fit: expected Real\[0,3\], but this is Real\[0\].*neither has elements
// analytic: x = time
model Empty
  parameter Integer n = 0;
  parameter Real table[n, 3] = fill(0.0, 0);
  Real x = time + sum(table);
end Empty;
