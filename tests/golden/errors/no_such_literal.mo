// stage: check
// model: M
type Color = enumeration(red, green);
model M
  // expect-error@+1: NoSuchLiteral
  Color c = Color.blue;
end M;
