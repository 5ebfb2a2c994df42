// stage: check
// model: M
model M
  // expect-error@+1: CyclicDeclaration
  Real x[:] = y;
  Real y[:] = x;
end M;
