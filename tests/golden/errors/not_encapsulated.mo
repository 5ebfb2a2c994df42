// stage: check
// options: --strict
// model: Plant
// note: a model is no package: only its encapsulated classes can be used from outside: specification 5.3.2
model Machine
  Real speed = 1;
  model Rotor
    Real r = 2;
  end Rotor;
  encapsulated model Stator
    Real s = 3;
  end Stator;
  constant Real poles = 4;
end Machine;
model Shelf
  constant Real height = 5;
  model Box
    Real b = 6;
  end Box;
end Shelf;
model Plant
  // expect-error@+1: ThroughModel
  Machine.Rotor a;
  Machine.Stator b;
  // expect-error@+1: ThroughModel
  Real c = Machine.poles;
  // expect-error@+2: NotEncapsulated
  // expect-error@+1: NotConstantInPackage
  Real h = Machine.speed;
  Shelf.Box d;
  Real e = Shelf.height;
  model Local
    Real l = 7;
  end Local;
  Local f;
  // expect-error@+1: ThroughModel
  .Plant.Local g;
end Plant;
