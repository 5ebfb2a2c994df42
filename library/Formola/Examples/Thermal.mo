within Formola.Examples;
package Thermal "Heat flow"
  extends Icons.Package;
  import Formola.Thermal.*;

  model Cooling "Warm body in cold surroundings"
    extends Icons.Example;
    HeatCapacitor body(C=10, T(start=373.15, fixed=true))
      annotation (Placement(transformation(extent={{-50,10},{-30,30}})));
    ThermalConductor conductor(G=2)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}})));
    Sources.FixedTemperature ambient(T=293.15)
      annotation (Placement(transformation(extent={{60,-10},{40,10}})));
    Real exact = 293.15 + 80*exp(-time/5) "body.T";
  equation
    connect(body.port, conductor.port_a)
      annotation (Line(points={{-40,10},{-40,0},{-10,0}}, color={191,0,0}));
    connect(conductor.port_b, ambient.port)
      annotation (Line(points={{10,0},{40,0}}, color={191,0,0}));
    annotation (experiment(StopTime=25, Tolerance=1e-6),
      Documentation(info="<html><p>Solution: <code>T = 293.15 +
80*exp(-t*G/C)</code>.</p></html>"));
  end Cooling;

  model TwoBodies "Two bodies exchange heat"
    extends Icons.Example;
    HeatCapacitor body1(C=10, T(start=400, fixed=true));
    HeatCapacitor body2(C=30, T(start=300, fixed=true));
    ThermalResistor resistor(R=0.5);
    Sensors.HeatFlowSensor flow_;
    Sensors.TemperatureSensor thermometer;
    Real exact = 325 + 75*exp(-time*2*(1/10 + 1/30)) "body1.T";
  equation
    connect(body1.port, flow_.port_a);
    connect(flow_.port_b, resistor.port_a);
    connect(resistor.port_b, body2.port);
    connect(thermometer.port, body1.port);
    annotation (experiment(StopTime=20, Tolerance=1e-6),
      Documentation(info="<html><p>Mean temperature <code>(10*400 + 30*300)/40 = 325</code>; the
difference decays with the rate
<code>(1/C1 + 1/C2)/R</code>.</p></html>"));
  end TwoBodies;

  model ConvectiveHeating "Heated body cooled by a fluid"
    extends Icons.Example;
    Sources.FixedHeatFlow heater(Q_flow=100);
    HeatCapacitor body(C=50, T(start=300, fixed=true));
    Convection convection;
    Formola.Blocks.Sources.Constant coefficient(k=5);
    Sources.FixedTemperature fluid(T=300);
    Real exact = 300 + 20*(1 - exp(-time/10)) "body.T";
  equation
    connect(heater.port, body.port);
    connect(body.port, convection.solid);
    connect(convection.fluid, fluid.port);
    connect(coefficient.y, convection.Gc);
    annotation (experiment(StopTime=50, Tolerance=1e-6),
      Documentation(info="<html><p>Solution: <code>T = 300 + Q/Gc*(1 -
exp(-t*Gc/C))</code>.</p></html>"));
  end ConvectiveHeating;

  model RadiationToSpace "Body that radiates to a surface at zero temperature"
    extends Icons.Example;
    HeatCapacitor body(C=1000, T(start=1000, fixed=true));
    Radiation radiation(Gr=1);
    Sources.FixedTemperature space(T=0);
    Real exact = (1000.0^(-3) + 3*Constants.sigma*time/1000)^(-1/3) "body.T";
  equation
    connect(body.port, radiation.port_a);
    connect(radiation.port_b, space.port);
    annotation (experiment(StopTime=100, Tolerance=1e-7),
      Documentation(info="<html><p><code>C*der(T) = -Gr*sigma*T^4</code> has the solution
<code>T = (T0^(-3) + 3*Gr*sigma*t/C)^(-1/3)</code>.</p></html>"));
  end RadiationToSpace;

  model RodBetweenTemperatures "Rod heated at one end"
    extends Icons.Example;
    Rod rod(n=20, C=100, G=1, T_start=300);
    Formola.Blocks.Sources.Step hot(height=100, offset=300);
    Sources.PrescribedTemperature left;
    Sources.PrescribedHeatFlow right;
    Formola.Blocks.Sources.Constant zero(k=0);
  equation
    connect(hot.y, left.T);
    connect(left.port, rod.port_a);
    connect(rod.port_b, right.port);
    connect(zero.y, right.Q_flow);
    annotation (experiment(StopTime=200, Tolerance=1e-6),
      Documentation(info="<html><p>Tends to 400 K everywhere; for many lumps the insulated end
follows
<code>400 - 100*4/pi*(exp(-pi^2*t/400) - exp(-9*pi^2*t/400)/3 + ...)</code>.</p></html>"));
  end RodBetweenTemperatures;

  annotation (Documentation(info="<html><p>Examples of Formola.Thermal.</p></html>"));
end Thermal;
