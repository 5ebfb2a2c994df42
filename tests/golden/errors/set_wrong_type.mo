// stage: check
// model: M
// options: --set n=2.5
// expect-error: TypeMismatch
model M
  parameter Integer n = 2;
  Real x = n*time;
end M;
