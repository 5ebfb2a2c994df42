// stage: simulate
// options: --stop 2 --tolerance 1e-8
// needs: MSL
// tolerance: 1e-6
// analytic: u = 1 - exp(-time)
// analytic: w = time
// analytic: T = 300 + 20*(1 - exp(-time))
// analytic: x = cos(2*time)
// note: Components of Formola and of the Modelica Standard Library are connected to each other: pins, flanges, heat ports, signals.
model WithModelicaLibrary
  Formola.Electrical.Sources.ConstantVoltage source(V = 1);
  Modelica.Electrical.Analog.Basic.Resistor resistor(R = 1);
  Formola.Electrical.Capacitor capacitor(C = 1, v(start = 0, fixed = true));
  Modelica.Electrical.Analog.Basic.Ground ground;
  Modelica.Mechanics.Rotational.Sources.ConstantTorque torque(tau_constant = 1);
  Formola.Rotational.IdealGear gear(ratio = 2);
  Modelica.Mechanics.Rotational.Components.Inertia load(J = 1, phi(start = 0, fixed = true), w(start = 0, fixed = true));
  Formola.Rotational.Inertia motor(J = 0.25);
  Modelica.Thermal.HeatTransfer.Components.HeatCapacitor body(C = 5, T(start = 300, fixed = true));
  Formola.Thermal.ThermalConductor conductor(G = 5);
  Modelica.Thermal.HeatTransfer.Sources.FixedTemperature ambient(T = 320);
  Modelica.Mechanics.Translational.Components.Fixed wall;
  Formola.Translational.Spring spring(c = 4);
  Modelica.Mechanics.Translational.Components.Mass mass(m = 1, s(start = 1, fixed = true), v(start = 0, fixed = true));
  Modelica.Blocks.Sources.Constant one(k = 1);
  Formola.Blocks.Math.Gain gain(k = 1);
  Real u = capacitor.v, w = load.w, T = body.T, x = mass.s;
equation
  connect(source.p, resistor.p);
  connect(resistor.n, capacitor.p);
  connect(capacitor.n, ground.p);
  connect(source.n, ground.p);
  connect(torque.flange, motor.flange_a);
  connect(motor.flange_b, gear.flange_a);
  connect(gear.flange_b, load.flange_a);
  connect(body.port, conductor.port_a);
  connect(conductor.port_b, ambient.port);
  connect(wall.flange, spring.flange_a);
  connect(spring.flange_b, mass.flange_a);
  connect(one.y, gain.u);
end WithModelicaLibrary;
