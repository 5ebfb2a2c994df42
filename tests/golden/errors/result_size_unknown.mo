// stage: check
// model: M
function first
  input Real x[:];
  input Integer n;
  output Real y[n];
algorithm
  y := x[1:n];
end first;
model M
  Integer k = integer(time);
  // expect-error@+1: ResultSizeUnknown
  Real z[2] = first({1, 2, 3}, k);
end M;
