// stage: check
// model: M
model A
  Real x = 1;
end A;
model B
  Real x = 1;
  Real z = 2;
end B;
model C
  replaceable A a;
end C;
model D
  extends C(final a(x = 3));
end D;
model M
  C c(redeclare B a);
  // expect-error@+1: FinalElement
  D d(redeclare B a);
end M;
