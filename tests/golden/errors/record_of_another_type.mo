// stage: check
// model: M
record R
  Real a;
end R;
record S
  Real b;
end S;
model M
  // expect-error@+1: TypeMismatch
  R r = S(1);
end M;
