// stage: check
// options: --strict
// model: M
model A
  parameter Real k = 1;
end A;
model M
  // expect-error@+1: ModifiedElementNotFound
  A a(q = 2);
  // expect-error@+1: UndefinedName
  Real x = foo;
  // expect-error@+1: TypeMismatch
  Integer n = 1.5;
  Real y;
equation
  // expect-error@+1: UndefinedFunction
  y = bar(x);
end M;
