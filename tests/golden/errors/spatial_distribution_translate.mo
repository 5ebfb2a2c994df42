// stage: translate
// options: --to matlab
// message: spatialDistribution\(\), whose past only programs in C keep \(--to c\)
// expect-error: NotTranslatable
model M
  Real x(start = 0, fixed = true), y, z;
equation
  der(x) = 1;
  (y, z) = spatialDistribution(time, 2, x, true, {0, 1}, {0, 0});
end M;
