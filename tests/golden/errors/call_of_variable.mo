// stage: check
// model: M
model M
  Real k = 2;
  // expect-error@+1: UndefinedFunction
  Real y = k(time);
end M;
