// stage: check
// model: M
model M
  // expect-error@+1: OperandType
  Boolean b = not 3;
  // expect-error@+1: OperandType
  Real x = -true;
end M;
