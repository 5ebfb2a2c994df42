// stage: check
// options: -L lib M
model M
  // expect-error@+1: ClassNotFoundIn
  Lab.Parts.Sourc s;
end M;
