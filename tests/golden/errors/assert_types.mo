// stage: check
// model: M
model M
  Real x = 1;
equation
  // expect-error@+1: ConditionNotBoolean
  assert(x, "a");
  // expect-error@+1: ArgumentType
  assert(x > 1, 3);
end M;
