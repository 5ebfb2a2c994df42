// stage: check
// model: M
model A
  Real x = 1;
end A;
model M
  parameter Boolean use = false;
  A a if use;
  // expect-error@+1: RemovedComponent
  Real y = a.x;
end M;
