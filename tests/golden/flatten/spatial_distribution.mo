// stage: flatten
// model: M
// note: Two results, named and default arguments (3.7.4.2); alone in an expression it is the first result.
model M
  Real x = time, y, z, first;
equation
  (y, z) = spatialDistribution(time, 2, x, true, {0, 0.5, 1}, {0, 1, 2});
  first = 1 + spatialDistribution(in0 = 1, in1 = 2*time, x = x, positiveVelocity = time < 1);
end M;
