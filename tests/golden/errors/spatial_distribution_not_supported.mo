// stage: check
// model: M
model M
  Real x = time;
  Real out0, out1;
equation
  // expect-error@+1: NotSupportedYet
  (out0, out1) = spatialDistribution(x, 2, x, true, {0, 1}, {0, 0});
end M;
