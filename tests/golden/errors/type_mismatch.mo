// stage: check
// model: M
model M
  // expect-error@+1: TypeMismatch
  parameter Real x = "five";
  // expect-error@+1: TypeMismatch
  parameter Integer n = 2.5;
  // expect-error@+1: TypeMismatch
  Boolean b = 1;
end M;
