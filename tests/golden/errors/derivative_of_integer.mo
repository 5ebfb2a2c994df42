// stage: check
// model: M
model M
  Integer n;
equation
  // expect-error@+1: ArgumentType
  der(n) = 1;
end M;
