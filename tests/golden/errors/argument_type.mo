// stage: check
// model: M
model M
  // expect-error@+1: ArgumentType
  Real x = sin("a");
end M;
