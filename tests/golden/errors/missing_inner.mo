// stage: check
// model: M
// note: A partial class gives no default for the missing inner component.
partial model World
  Real g;
end World;
model A
  // expect-error@+1: MissingInner
  outer World world;
  Real y = world.g;
end A;
model M
  A a;
end M;
