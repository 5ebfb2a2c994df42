// stage: flatten
// model: M
// note: Nested for-equations, ranges deduced from the use, loops over vectors, loops that are empty.
model M
  parameter Integer n = 3;
  Real x[n], y[n, 2], z[4], u[n];
  parameter Real a[:] = {0.5, 1.5};
  Real v[2];
equation
  for i in 1:n loop
    der(x[i]) = -i*x[i];
    for j in 1:2 loop
      y[i, j] = i + j*time;
    end for;
  end for;
  for k in {1, 3} loop
    z[k] = k*time;
    z[k + 1] = z[k];
  end for;
  for i loop
    u[i] = 2*x[i];
  end for;
  for i in 1:0 loop
    x[i] = 1;
  end for;
  for i in 2:-1:1 loop
    v[i] = a[i]*time;
  end for;
end M;
