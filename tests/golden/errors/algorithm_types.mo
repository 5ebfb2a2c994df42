// stage: check
// model: M
model M
  Real x[2];
  Boolean b;
algorithm
  // expect-error@+1: TypeMismatch
  b := 3;
  // expect-error@+1: DimensionMismatch
  x := {1, 2, 3};
  // expect-error@+1: UndefinedName
  y := 1;
end M;
