// stage: simulate
// model: M
// options: --method ida
model M
  input Real u;
  Real x, v;
equation
  // expect-error: InputDerivative
  der(x) = v;
  x = u;
end M;
