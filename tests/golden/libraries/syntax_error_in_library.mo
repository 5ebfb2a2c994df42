// stage: check
// options: -L bad M
model M
  // expect-error: ExpectedExpression
  Wrong.D b;
end M;
