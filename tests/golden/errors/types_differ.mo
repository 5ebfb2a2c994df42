// stage: check
// model: M
model M
  // expect-error@+1: TypesDiffer
  Real x = if time > 1 then 1 else "no";
  // expect-error@+1: TypesDiffer
  Real y[2] = {1, true};
end M;
