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
    HeatCapacitor body1(C=10, T(start=400, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={-60,20})));
    HeatCapacitor body2(C=30, T(start=300, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={60,20})));
    ThermalResistor resistor(R=0.5)
      annotation (Placement(transformation(extent={{10,10},{30,30}})));
    Sensors.HeatFlowSensor flow_ annotation (Placement(transformation(extent={{-30,10},{-10,30}})));
    Sensors.TemperatureSensor thermometer
      annotation (Placement(transformation(extent={{-30,-30},{-10,-10}})));
    Real exact = 325 + 75*exp(-time*2*(1/10 + 1/30)) "body1.T";
  equation
    connect(body1.port, flow_.port_a)
      annotation (Line(points={{-50,20},{-30,20}}, color={191,0,0}));
    connect(flow_.port_b, resistor.port_a)
      annotation (Line(points={{-10,20},{10,20}}, color={191,0,0}));
    connect(resistor.port_b, body2.port)
      annotation (Line(points={{30,20},{50,20}}, color={191,0,0}));
    connect(thermometer.port, body1.port)
      annotation (Line(points={{-30,-20},{-36,-20},{-36,20},{-50,20}}, color={191,0,0}));
    annotation (experiment(StopTime=20, Tolerance=1e-6),
      Documentation(info="<html><p>Mean temperature <code>(10*400 + 30*300)/40 = 325</code>; the
difference decays with the rate
<code>(1/C1 + 1/C2)/R</code>.</p></html>"));
  end TwoBodies;

  model ConvectiveHeating "Heated body cooled by a fluid"
    extends Icons.Example;
    Sources.FixedHeatFlow heater(Q_flow=100)
      annotation (Placement(transformation(extent={{-30,-50},{-10,-30}})));
    HeatCapacitor body(C=50, T(start=300, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={20,-40})));
    Convection convection
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={20,0})));
    Formola.Blocks.Sources.Constant coefficient(k=5)
      annotation (Placement(transformation(extent={{-30,-10},{-10,10}})));
    Sources.FixedTemperature fluid(T=300)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={20,40})));
    Real exact = 300 + 20*(1 - exp(-time/10)) "body.T";
  equation
    connect(heater.port, body.port) annotation (Line(points={{-10,-40},{10,-40}}, color={191,0,0}));
    connect(body.port, convection.solid)
      annotation (Line(points={{10,-40},{4,-40},{4,-16},{20,-16},{20,-10}}, color={191,0,0}));
    connect(convection.fluid, fluid.port)
      annotation (Line(points={{20,10},{20,30}}, color={191,0,0}));
    connect(coefficient.y, convection.Gc) annotation (Line(points={{-9,0},{9,0}}, color={0,0,127}));
    annotation (experiment(StopTime=50, Tolerance=1e-6),
      Documentation(info="<html><p>Solution: <code>T = 300 + Q/Gc*(1 -
exp(-t*Gc/C))</code>.</p></html>"));
  end ConvectiveHeating;

  model RadiationToSpace "Body that radiates to a surface at zero temperature"
    extends Icons.Example;
    HeatCapacitor body(C=1000, T(start=1000, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,0})));
    Radiation radiation(Gr=1) annotation (Placement(transformation(extent={{10,-10},{-10,10}})));
    Sources.FixedTemperature space(T=0)
      annotation (Placement(transformation(extent={{-50,-10},{-30,10}})));
    Real exact = (1000.0^(-3) + 3*Constants.sigma*time/1000)^(-1/3) "body.T";
  equation
    connect(body.port, radiation.port_a) annotation (Line(points={{30,0},{10,0}}, color={191,0,0}));
    connect(radiation.port_b, space.port)
      annotation (Line(points={{-10,0},{-30,0}}, color={191,0,0}));
    annotation (experiment(StopTime=100, Tolerance=1e-7),
      Documentation(info="<html><p><code>C*der(T) = -Gr*sigma*T^4</code> has the solution
<code>T = (T0^(-3) + 3*Gr*sigma*t/C)^(-1/3)</code>.</p></html>"));
  end RadiationToSpace;

  model RodBetweenTemperatures "Rod heated at one end"
    extends Icons.Example;
    Rod rod(n=20, C=100, G=1, T_start=300)
      annotation (Placement(transformation(extent={{30,10},{50,30}})));
    Formola.Blocks.Sources.Step hot(height=100, offset=300)
      annotation (Placement(transformation(extent={{-50,10},{-30,30}})));
    Sources.PrescribedTemperature left
      annotation (Placement(transformation(extent={{-10,10},{10,30}})));
    Sources.PrescribedHeatFlow right
      annotation (Placement(transformation(extent={{30,-30},{50,-10}})));
    Formola.Blocks.Sources.Constant zero(k=0)
      annotation (Placement(transformation(extent={{-10,-30},{10,-10}})));
  equation
    connect(hot.y, left.T) annotation (Line(points={{-29,20},{-12,20}}, color={0,0,127}));
    connect(left.port, rod.port_a) annotation (Line(points={{10,20},{30,20}}, color={191,0,0}));
    connect(rod.port_b, right.port)
      annotation (Line(points={{50,20},{56,20},{56,-20},{50,-20}}, color={191,0,0}));
    connect(zero.y, right.Q_flow) annotation (Line(points={{11,-20},{28,-20}}, color={0,0,127}));
    annotation (experiment(StopTime=200, Tolerance=1e-6),
      Documentation(info="<html><p>Tends to 400 K everywhere; for many lumps the insulated end
follows
<code>400 - 100*4/pi*(exp(-pi^2*t/400) - exp(-9*pi^2*t/400)/3 + ...)</code>.</p></html>"));
  end RodBetweenTemperatures;

  annotation (Documentation(info="<html><p>Examples of Formola.Thermal.</p></html>"));
end Thermal;
