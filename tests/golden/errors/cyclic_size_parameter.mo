// stage: check
// model: M
model M
  // expect-error@+1: CyclicDeclaration
  Real x[n];
  parameter Integer n = size(x, 1);
end M;
