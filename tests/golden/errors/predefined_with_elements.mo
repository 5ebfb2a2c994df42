// stage: check
// model: M
type T
  extends Real(unit = "m");
  // expect-error@+1: PredefinedWithElements
  Real x;
end T;
model M
  T t = 1;
end M;
