// stage: check
// model: M
model M
  Real x = time, y[7], z;
equation
  // expect-error@+1: ArgumentType
  (y[1], z) = spatialDistribution(x, x, x, 1, {0, 1}, {0, 0});
  // expect-error@+1: ArgumentType
  y[2] = spatialDistribution(x, x, x, true, {0, 1}, {0, 0, 0});
  // expect-error@+1: MissingArgument
  y[3] = spatialDistribution(x, x, x);
  // expect-error@+1: NoSuchArgument
  y[4] = spatialDistribution(x, x, x, true, start = 3);
  // expect-error@+1: ArgumentCount
  y[5] = spatialDistribution(x, x, x, true, {0, 1}, {0, 0}, 3);
  // expect-error@+1: ArgumentType
  y[6] = spatialDistribution("a", x, x, true);
  // expect-error@+1: ArgumentType
  y[7] = spatialDistribution(x, x, x, true, {0, 2}, {0, 0});
end M;
