// stage: check
// model: Plant
// note: of an outer component only what its own class declares can be used: specification 5.4
partial model World
  parameter Real g = 9.81;
end World;
model Moon
  extends World(g = 1.62);
  parameter Real dust = 1;
end Moon;
model Robot
  outer World world;
  Real x = world.g;
  // expect-error@+1: NoSuchMember
  Real y = world.dust;
end Robot;
model Plant
  inner Moon world;
  Robot r;
end Plant;
