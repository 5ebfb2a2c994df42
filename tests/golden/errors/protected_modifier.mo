// stage: check
// options: --strict
// model: M
model A
protected
  parameter Real hidden = 1;
end A;
model M
  // expect-error@+1: ProtectedModifier
  A a(hidden = 2);
end M;
