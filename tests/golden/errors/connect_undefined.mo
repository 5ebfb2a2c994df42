// stage: check
// model: M
connector Pin
  Real v;
  flow Real i;
end Pin;
model M
  Pin a;
equation
  // expect-error@+1: UndefinedName
  connect(a, q);
  // expect-error@+1: NoSuchMember
  connect(a.x, a);
end M;
