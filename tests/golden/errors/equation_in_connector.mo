// stage: check
// model: M
connector R
  Real x;
  flow Real f;
// expect-error@+1: EquationInClass
equation
  x = 1;
end R;
model M
  R r;
end M;
