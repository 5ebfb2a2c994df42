// stage: check
// model: M
// message: there is no 'y' in 'B'
// message: there is no 'connect\(a, c\);?' in 'B'
connector C = Real;
model B
  C a, b;
equation
  connect(a, b);
  a = 1;
end B;
model M
  // expect-error@+1: NoSuchMember
  extends B(break y,
  // expect-error@+1: NoSuchMember
    break connect(a, c));
end M;
