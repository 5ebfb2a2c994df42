model Drive "A motor turns a load through a gear; a controller keeps the speed"
  Formola.Blocks.Sources.Step setPoint(height = 20, startTime = 0.1) "rad/s"
    annotation (Placement(transformation(extent = {{-110, 20}, {-90, 40}})));
  Formola.Blocks.Continuous.LimPID controller(k = 2, Ti = 0.1, Td = 0, yMax = 48) "at most 48 V"
    annotation (Placement(transformation(extent = {{-70, 20}, {-50, 40}})));
  Formola.Electrical.Sources.SignalVoltage source
    annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = 270, origin = {-20, 10})));
  Formola.Electrical.DCMotor motor(R = 0.8, L = 2e-3, k = 0.1, J = 1e-3)
    annotation (Placement(transformation(extent = {{0, 0}, {20, 20}})));
  Formola.Electrical.Ground ground
    annotation (Placement(transformation(extent = {{-30, -40}, {-10, -20}})));
  Formola.Rotational.IdealGear gear(ratio = 10)
    annotation (Placement(transformation(extent = {{34, 0}, {54, 20}})));
  Formola.Rotational.Inertia load(J = 0.5)
    annotation (Placement(transformation(extent = {{66, 0}, {86, 20}})));
  Formola.Rotational.BearingFriction friction(tau_c = 1)
    annotation (Placement(transformation(extent = {{100, 0}, {120, 20}})));
  Formola.Rotational.Sensors.SpeedSensor speed
    annotation (Placement(transformation(extent = {{120, -54}, {100, -34}})));
equation
  connect(setPoint.y, controller.u_s);
  connect(speed.w, controller.u_m);
  connect(controller.y, source.u);
  connect(source.p, motor.p);
  connect(source.n, motor.n);
  connect(source.n, ground.p);
  connect(motor.flange, gear.flange_a);
  connect(gear.flange_b, load.flange_a);
  connect(load.flange_b, friction.flange_a);
  connect(load.flange_b, speed.flange);
  annotation (experiment(StopTime = 3));
end Drive;
