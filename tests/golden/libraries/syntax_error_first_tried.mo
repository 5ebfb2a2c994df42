// stage: check
// options: -L bad M
// note: the file is first read in a branch that need not be right, because its condition is false
model M
  parameter Boolean use = false;
  // expect-error: ExpectedExpression
  Real y = if use then Wrong.F(time) else time;
end M;
