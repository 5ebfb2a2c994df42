// stage: simulate
// model: M
model M
  input Real u;
  Real x, v;
equation
  // expect-error: InputDerivative
  der(x) = v;
  x = u;
end M;
