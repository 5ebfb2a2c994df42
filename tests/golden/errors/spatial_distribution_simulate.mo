// stage: simulate
// model: M
// message: spatialDistribution
// expect-error: NotSupportedYet
model M
  Real x = time, y, z;
equation
  (y, z) = spatialDistribution(time, 2, x, true, {0, 1}, {0, 0});
end M;
