// stage: check
// model: M
model M
  // expect-error@+1: CyclicDeclaration
  Real x[size(y, 1)];
  Real y[size(x, 1)];
end M;
