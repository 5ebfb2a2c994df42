model Circuit "A resistor, a coil and a capacitor ring after a step of the voltage"
  Formola.Electrical.Sources.StepVoltage source(V = 10, startTime = 0.001) "switched on after 1 ms"
    annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = 270, origin = {-60, 0})));
  Formola.Electrical.Resistor resistor(R = 10)
    annotation (Placement(transformation(extent = {{-40, 20}, {-20, 40}})));
  Formola.Electrical.Inductor coil(L = 0.01, i(start = 0, fixed = true))
    annotation (Placement(transformation(extent = {{0, 20}, {20, 40}})));
  Formola.Electrical.Capacitor capacitor(C = 1e-5, v(start = 0, fixed = true))
    annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = 270, origin = {50, 0})));
  Formola.Electrical.Ground ground
    annotation (Placement(transformation(extent = {{-70, -50}, {-50, -30}})));
equation
  connect(source.p, resistor.p);
  connect(resistor.n, coil.p);
  connect(coil.n, capacitor.p);
  connect(capacitor.n, ground.p);
  connect(source.n, ground.p);
  annotation (experiment(StopTime = 0.02));
end Circuit;
