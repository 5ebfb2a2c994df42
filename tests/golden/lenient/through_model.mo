// stage: simulate
// options: --stop 1
// model: Plant
// note: classes and constants of a model are used from outside, in it and in others, through an inherited one and as a base
// message: for what is in packages, and for encapsulated classes \(Modelica 3.6, 5.3.2\)
// analytic: y = 2 + 4 + time
// analytic: b.w = 3 * time
// analytic: c.w = 5 * time
model Machine
  Real speed = time;
  constant Real poles = 4;
  model Rotor
    parameter Real r = 2;
    Real w = r*time;
  end Rotor;
  // expect-warning@+1: ThroughModel
  Machine.Rotor own;
end Machine;
model Plant
  Machine machine;
  // expect-warning@+1: ThroughModel
  Machine.Rotor a;
  // expect-warning@+1: ThroughModel
  Machine.Rotor b(r = 3);
  // expect-warning@+1: ThroughModel
  Special.Rotor c(r = 5);
  // expect-warning@+1: ThroughModel
  Real y = a.r + Machine.poles + machine.speed;
  Wheel wheel;
end Plant;
model Special extends Machine; end Special;
// expect-warning@+1: ThroughModel
model Wheel extends Machine.Rotor; end Wheel;
