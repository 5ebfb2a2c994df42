// stage: check
// model: M
model M
  // expect-error@+4: TypeMismatch
  // expect-error@+3: TypeMismatch
  // expect-error@+2: TypeMismatch
  // expect-error@+1: TypeMismatch
  Real x(unit = 3, start = "a", min = true, fixed = 1) = time;
  // expect-error@+1: TypeMismatch
  parameter Integer n(max = 2.5) = 1;
end M;
