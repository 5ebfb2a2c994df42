// stage: check
// model: M
model M
  // expect-error@+1: OperandTypes
  Real x = 1 + "a";
  // expect-error@+1: OperandTypes
  Boolean b = time and true;
  // expect-error@+1: OperandTypes
  Boolean c = 1 < "a";
end M;
