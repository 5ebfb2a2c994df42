model Rectifier "Four diodes make a direct voltage, a capacitor smooths it"
  Formola.Electrical.Sources.SineVoltage source(V = 10, f = 50)
    annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = 270, origin = {-80, 0})));
  Formola.Electrical.Resistor wire(R = 0.5)
    annotation (Placement(transformation(extent = {{-70, 40}, {-50, 60}})));
  Formola.Electrical.IdealDiode D1
    annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = 90, origin = {-30, 26})));
  Formola.Electrical.IdealDiode D2
    annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = 90, origin = {-30, -26})));
  Formola.Electrical.IdealDiode D3
    annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = 90, origin = {10, 26})));
  Formola.Electrical.IdealDiode D4
    annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = 90, origin = {10, -26})));
  Formola.Electrical.Capacitor capacitor(C = 1e-3, v(start = 0, fixed = true))
    annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = 270, origin = {50, 0})));
  Formola.Electrical.Resistor load(R = 100)
    annotation (Placement(transformation(extent = {{-10, -10}, {10, 10}}, rotation = 270, origin = {84, 0})));
  Formola.Electrical.Ground ground
    annotation (Placement(transformation(extent = {{40, -76}, {60, -56}})));
equation
  connect(source.p, wire.p);
  connect(wire.n, D1.p);
  connect(D2.n, D1.p);
  connect(source.n, D3.p);
  connect(D4.n, D3.p);
  connect(D1.n, D3.n);
  connect(D3.n, capacitor.p);
  connect(capacitor.p, load.p);
  connect(D2.p, D4.p);
  connect(D4.p, capacitor.n);
  connect(capacitor.n, load.n);
  connect(capacitor.n, ground.p);
  annotation (experiment(StopTime = 0.1));
end Rectifier;
