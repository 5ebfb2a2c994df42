// stage: check
// model: M
model M
  // expect-error@+1: OperandTypes
  parameter String s = "n = " + 3;
end M;
