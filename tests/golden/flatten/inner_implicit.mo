// stage: flatten
// model: M
// note: An outer component without an inner one gets one with the defaults, in the model (5.4); that one may have outer components itself.
model Environment
  parameter Real temperature = 293;
end Environment;
model World
  // expect-warning@+1: ImplicitInner
  outer Environment environment;
  parameter Real g = 9.81;
  Real rho = g/environment.temperature;
end World;
model A
  // expect-warning@+1: ImplicitInner
  outer World world;
  Real y = world.g + world.rho;
end A;
model M
  A a, b;
end M;
