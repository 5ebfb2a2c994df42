// stage: check
// model: M
model A
protected
  Real hidden = 1;
end A;
model M
  A a;
  // expect-error@+1: ProtectedAccess
  Real y = a.hidden;
end M;
