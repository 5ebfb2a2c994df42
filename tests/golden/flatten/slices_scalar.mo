// stage: flatten
// model: M
// options: --scalar
// note: Slices on both sides, split into scalars.
model M
  Real A[3, 4], x[4], y[2], z[3], r[2, 2], s;
  parameter Integer pick[2] = {1, 4};
equation
  A[1, :] = x;
  A[2:3, :] = fill(time, 2, 4);
  x[{1, 3}] = {time, 2*time};
  x[2:2:4] = x[{1, 3}];
  y = x[pick];
  z = A[:, end];
  r = A[2:end, end - 1:end];
  s = A[end, end] + x[end];
end M;
