// stage: check
// model: M
model M
  // expect-error@+1: UndefinedName
  extends Nothing;
end M;
