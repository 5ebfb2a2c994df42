// stage: check
// options: -L bad M
model M
  // expect-error@+1: ClassNotFoundIn
  Wrong.Missing b;
end M;
