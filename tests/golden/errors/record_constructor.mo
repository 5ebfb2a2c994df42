// stage: check
// model: M
record R
  Real a;
  Real b;
  final Real c = a;
end R;
model M
  // expect-error@+1: MissingArgument
  R r = R(1);
  // expect-error@+1: TooManyArguments
  R s = R(1, 2, 3);
  // expect-error@+1: NoSuchArgument
  R t = R(a = 1, d = 2);
  // expect-error@+1: TypeMismatch
  R u = R("x", 2);
  // expect-error@+1: NoSuchArgument
  R v = R(1, 2, c = 4);
end M;
