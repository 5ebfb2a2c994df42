// stage: check
// model: M
model World
  Real g = 9.81;
end World;
model A
  // expect-error@+1: MissingInner
  outer World world;
  Real y = world.g;
end A;
model M
  A a;
end M;
