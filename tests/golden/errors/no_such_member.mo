// stage: check
// model: M
model A
  Real volume = 1;
end A;
model M
  A a;
  // expect-error@+1: NoSuchMember
  Real y = a.volum;
end M;
