// stage: check
// model: M
record N
  Integer n;
  Real x[n];
end N;
record F
  Integer n = 2;
  Real x[n] = fill(1, n);
end F;
record R
  Real x;
  Real y[2];
end R;
record S
  R sub(y = {1, 2});
end S;
type E = enumeration(a, b);
function f
  input Real x;
  output E y = E(1);
algorithm
end f;
model M
  // the size by another argument
  // expect-error@+1: DimensionMismatch
  parameter N a = N(3, {1, 2});
  // by its default
  // expect-error@+1: DimensionMismatch
  parameter F b = F(x = {1, 2, 3});
  // expect-error@+1: DimensionMismatch
  parameter R c = R(1, {1, 2, 3});
  // message: 'sub.x'
  // expect-error@+1: MissingArgument
  parameter S d = S();
  // expect-error@+1: TypeMismatch
  parameter E e = E(1.5);
end M;
