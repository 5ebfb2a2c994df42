model Tanks "Two tanks; a controller works the pump so that the second one keeps its level"
  Formola.Process.Reservoir supply
    annotation (Placement(transformation(extent = {{-120, -30}, {-100, -10}})));
  Formola.Process.Pump pump
    annotation (Placement(transformation(extent = {{-80, -30}, {-60, -10}})));
  Formola.Process.Tank tank1(A = 0.2, h(start = 0.4, fixed = true))
    annotation (Placement(transformation(extent = {{-40, 0}, {-20, 20}})));
  Formola.Process.LaminarPipe pipe(R = 2e6)
    annotation (Placement(transformation(extent = {{-10, -30}, {10, -10}})));
  Formola.Process.Tank tank2(A = 0.1, h(start = 0.2, fixed = true))
    annotation (Placement(transformation(extent = {{20, 0}, {40, 20}})));
  Formola.Process.Valve valve(Cv = 1e-5)
    annotation (Placement(transformation(extent = {{60, -30}, {80, -10}})));
  Formola.Process.Reservoir drain
    annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = 180, origin = {110, -20})));
  Formola.Blocks.Sources.Step level(height = 0.4, offset = 0.4, startTime = 600) "m"
    annotation (Placement(transformation(extent = {{-140, 50}, {-120, 70}})));
  Formola.Blocks.Continuous.LimPID controller(k = 0.01, Ti = 120, Td = 0, yMax = 3e-3, yMin = 0) "m3/s"
    annotation (Placement(transformation(extent = {{-100, 50}, {-80, 70}})));
  Formola.Blocks.Sources.Constant opening(k = 1)
    annotation (Placement(transformation(extent = {{30, 50}, {50, 70}})));
equation
  connect(supply.port, pump.port_a);
  connect(pump.port_b, tank1.port);
  connect(tank1.port, pipe.port_a);
  connect(pipe.port_b, tank2.port);
  connect(tank2.port, valve.port_a);
  connect(valve.port_b, drain.port);
  connect(level.y, controller.u_s);
  controller.u_m = tank2.h;
  connect(controller.y, pump.q_ref);
  connect(opening.y, valve.opening);
  annotation (experiment(StopTime = 2400));
end Tanks;
