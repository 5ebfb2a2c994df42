// stage: check
// model: M
operator record Money
  Real amount;
end Money;
model M
  Money a = Money(1);
  // expect-error@+1: NoOperator
  Money b = a + a;
end M;
