// stage: check
// model: M
model M
  // expect-error@+1: UndefinedName
  Resistr a;
end M;
