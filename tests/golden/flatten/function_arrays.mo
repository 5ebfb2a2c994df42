// stage: flatten
// model: M
// note: Array arguments with ':' and results whose sizes depend on them; records in and out.
record Result
  Real total;
  Integer count;
end Result;

function scale
  input Real x[:];
  input Real k;
  output Real y[size(x, 1)];
algorithm
  for i in 1:size(x, 1) loop
    y[i] := k*x[i];
  end for;
end scale;

function outerProduct
  input Real a[:];
  input Real b[:];
  output Real c[size(a, 1), size(b, 1)];
algorithm
  for i in 1:size(a, 1), j in 1:size(b, 1) loop
    c[i, j] := a[i]*b[j];
  end for;
end outerProduct;

function summary
  input Real x[:, :];
  output Result r;
algorithm
  r.total := sum(x);
  r.count := size(x, 1)*size(x, 2);
end summary;

model M
  Real x[3] = {time, 2*time, 3*time};
  Real y[3] = scale(x, 2);
  Real z[:] = scale(x[1:2], 3);
  Real m[3, 2] = outerProduct(x, {1, 2});
  Result r = summary(m);
  parameter Real p[:] = scale({1, 2}, 10);
end M;
