// stage: check
// message: nothing is connected to 'battery\.n', so that nothing flows through 'battery\.p' either
// note: what is free at one end, as the last inertia, is not told
model ForgottenConnection
  import Formola.*;
  // expect-note@+1: NothingFlows
  Electrical.Sources.ConstantVoltage battery(V = 12);
  // expect-note@+1: NothingFlows
  Electrical.DCMotor motor, idle;
  Electrical.Ground ground;
  Rotational.Inertia load(J = 1);
  // expect-note@+1: NothingFlows
  Rotational.Spring loose(c = 1);
  // expect-note@+1: NothingFlows
  Thermal.ThermalConductor wall[2](each G = 1);
  Thermal.HeatCapacitor body(C = 1);
equation
  connect(battery.p, motor.p);
  connect(motor.n, ground.p);
  connect(idle.p, motor.p);
  connect(motor.flange, load.flange_a);
  connect(load.flange_a, loose.flange_b);
  connect(body.port, wall[1].port_a);
  connect(body.port, wall[2].port_a);
end ForgottenConnection;
