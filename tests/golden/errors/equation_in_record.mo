// stage: check
// model: M
record R
  Real x;
// expect-error@+1: EquationInClass
equation
  x = 1;
end R;
model M
  R r;
end M;
