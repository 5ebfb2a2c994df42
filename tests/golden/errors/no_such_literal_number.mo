// stage: check
type E = enumeration(a, b);
model M
  // expect-error@+1: NoSuchLiteralNumber
  parameter E e = E(3);
  // expect-error@+1: NoSuchLiteralNumber
  E f = E(0);
  E g = E(2);
end M;
