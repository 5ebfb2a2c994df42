// stage: simulate
// model: Plant
// options: --stop 1 --intervals 2
// note: a constraining clause redeclares a package, and the redeclaration of the component does so again
// final: y = 2
model Plant
  extends Base(redeclare Pump pump(redeclare package Medium = Oil));
  Real y = pump.y;
  Twice twice;
end Plant;

model Base
  replaceable Machine pump constrainedby Machine(redeclare package Medium = Oil);
end Base;

model Machine
  replaceable package Medium = Water;
  Real y = Medium.density;
end Machine;

model Pump
  extends Machine;
end Pump;

package Water
  constant Real density = 1;
end Water;

package Oil
  constant Real density = 2;
end Oil;

model Twice "the same class given again does no harm"
  extends Once(machine(redeclare package Medium = Oil));
end Twice;

model Once
  Machine machine(redeclare package Medium = Oil);
end Once;
