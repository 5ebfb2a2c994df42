// stage: flatten
// model: M
// options: --scalar
// note: The same kind of loops and array equations split into scalars.
model M
  Real x[2], y[2, 2], z[3];
  parameter Real A[2, 2] = [1, 2; 3, 4];
equation
  der(x) = A*x;
  for i in 1:2, j in 1:2 loop
    y[i, j] = x[i]*x[j];
  end for;
  z[1] = time;
  z[2:3] = {1, 2} .* z[1:2];
end M;
