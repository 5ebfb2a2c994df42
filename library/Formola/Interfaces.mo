within Formola;
package Interfaces "Connectors of all domains and common partial models"
  extends Icons.Package;
  import Formola.Units;

  connector Pin "Electrical pin"
    Units.Voltage v "Potential";
    flow Units.Current i "Current into the component";
    annotation (Icon(coordinateSystem(extent={{-100,-100},{100,100}}), graphics={
      Rectangle(extent={{-100,100},{100,-100}}, lineColor={0,0,255}, fillColor={0,0,255},
        fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>Potential and current; currents into a component are
positive and add up to zero in a node.</p></html>"));
  end Pin;

  connector PositivePin = Pin "Positive pin"
    annotation (Icon(graphics={
      Rectangle(extent={{-100,100},{100,-100}}, lineColor={0,0,255}, fillColor={0,0,255},
        fillPattern=FillPattern.Solid)}));

  connector NegativePin = Pin "Negative pin"
    annotation (Icon(graphics={
      Rectangle(extent={{-100,100},{100,-100}}, lineColor={0,0,255}, fillColor={255,255,255},
        fillPattern=FillPattern.Solid)}));

  connector RotationalFlange "Flange of a shaft"
    Units.Angle phi "Absolute angle";
    flow Units.Torque tau "Torque into the component";
    annotation (Icon(graphics={
      Ellipse(extent={{-100,100},{100,-100}}, fillColor={95,95,95},
        fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>Angle and torque of a shaft; torques add up to zero in a
connection.</p></html>"));
  end RotationalFlange;

  connector RotationalFlange_a = RotationalFlange "Left flange"
    annotation (Icon(graphics={
      Ellipse(extent={{-100,100},{100,-100}}, fillColor={95,95,95},
        fillPattern=FillPattern.Solid)}));

  connector RotationalFlange_b = RotationalFlange "Right flange"
    annotation (Icon(graphics={
      Ellipse(extent={{-100,100},{100,-100}}, lineColor={95,95,95}, fillColor={255,255,255},
        fillPattern=FillPattern.Solid)}));

  connector TranslationalFlange "Flange of a part that moves along a line"
    Units.Position s "Absolute position";
    flow Units.Force f "Force into the component";
    annotation (Icon(graphics={
      Rectangle(extent={{-100,100},{100,-100}}, lineColor={0,127,0}, fillColor={0,127,0},
        fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>Position and force; forces add up to zero in a
connection.</p></html>"));
  end TranslationalFlange;

  connector TranslationalFlange_a = TranslationalFlange "Left flange"
    annotation (Icon(graphics={
      Rectangle(extent={{-100,100},{100,-100}}, lineColor={0,127,0}, fillColor={0,127,0},
        fillPattern=FillPattern.Solid)}));

  connector TranslationalFlange_b = TranslationalFlange "Right flange"
    annotation (Icon(graphics={
      Rectangle(extent={{-100,100},{100,-100}}, lineColor={0,127,0}, fillColor={255,255,255},
        fillPattern=FillPattern.Solid)}));

  connector HeatPort "Heat port"
    Units.Temperature T "Temperature";
    flow Units.HeatFlowRate Q_flow "Heat flow rate into the component";
    annotation (Icon(graphics={
      Rectangle(extent={{-100,100},{100,-100}}, lineColor={191,0,0}, fillColor={191,0,0},
        fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>Temperature and heat flow; heat flows add up to zero in a
connection.</p></html>"));
  end HeatPort;

  connector HeatPort_a = HeatPort "Left heat port"
    annotation (Icon(graphics={
      Rectangle(extent={{-100,100},{100,-100}}, lineColor={191,0,0}, fillColor={191,0,0},
        fillPattern=FillPattern.Solid)}));

  connector HeatPort_b = HeatPort "Right heat port"
    annotation (Icon(graphics={
      Rectangle(extent={{-100,100},{100,-100}}, lineColor={191,0,0}, fillColor={255,255,255},
        fillPattern=FillPattern.Solid)}));

  connector RealInput = input Real "Real signal in"
    annotation (Icon(graphics={
      Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127},
        fillColor={0,0,127}, fillPattern=FillPattern.Solid)}));

  connector RealOutput = output Real "Real signal out"
    annotation (Icon(graphics={
      Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={0,0,127},
        fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));

  connector IntegerInput = input Integer "Integer signal in"
    annotation (Icon(graphics={
      Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={255,127,0},
        fillColor={255,127,0}, fillPattern=FillPattern.Solid)}));

  connector IntegerOutput = output Integer "Integer signal out"
    annotation (Icon(graphics={
      Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={255,127,0},
        fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));

  connector BooleanInput = input Boolean "Boolean signal in"
    annotation (Icon(graphics={
      Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={255,0,255},
        fillColor={255,0,255}, fillPattern=FillPattern.Solid)}));

  connector BooleanOutput = output Boolean "Boolean signal out"
    annotation (Icon(graphics={
      Polygon(points={{-100,100},{100,0},{-100,-100},{-100,100}}, lineColor={255,0,255},
        fillColor={255,255,255}, fillPattern=FillPattern.Solid)}));

  partial block SO "Block with one output"
    extends Icons.Block;
    RealOutput y "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Documentation(info="<html><p>Base of blocks with one output.</p></html>"));
  end SO;

  partial block SISO "Block with one input and one output"
    extends SO;
    RealInput u "Input" annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
    annotation (Documentation(info="<html><p>Base of blocks with one input and one
output.</p></html>"));
  end SISO;

  partial block SI2SO "Block with two inputs and one output"
    extends SO;
    RealInput u1 "First input" annotation (Placement(transformation(extent={{-140,40},{-100,80}})));
    RealInput u2 "Second input"
      annotation (Placement(transformation(extent={{-140,-80},{-100,-40}})));
    annotation (Documentation(info="<html><p>Base of blocks with two inputs and one
output.</p></html>"));
  end SI2SO;

  partial block MISO "Block with a vector of inputs and one output"
    extends SO;
    parameter Integer nu(min=1) = 1 "Number of inputs";
    RealInput u[nu] "Inputs" annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
    annotation (Documentation(info="<html><p>Base of blocks with a vector of inputs and one
output.</p></html>"));
  end MISO;

  partial block MIMO "Block with vectors of inputs and outputs"
    extends Icons.Block;
    parameter Integer nu(min=1) = 1 "Number of inputs";
    parameter Integer ny(min=1) = 1 "Number of outputs";
    RealInput u[nu] "Inputs" annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
    RealOutput y[ny] "Outputs" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Documentation(info="<html><p>Base of blocks with vectors of inputs and
outputs.</p></html>"));
  end MIMO;

  partial block BooleanSO "Block with one Boolean output"
    extends Icons.LogicBlock;
    BooleanOutput y "Output" annotation (Placement(transformation(extent={{100,-10},{120,10}})));
    annotation (Documentation(info="<html><p>Base of blocks with one Boolean output.</p></html>"));
  end BooleanSO;

  partial model OnePort "Electrical component with two pins and one current through both"
    Units.Voltage v "Voltage from p to n";
    Units.Current i "Current from p to n";
    PositivePin p "Positive pin"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    NegativePin n "Negative pin" annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    v = p.v - n.v;
    0 = p.i + n.i;
    i = p.i;
    annotation (Icon(graphics={
      Text(extent={{-150,90},{150,50}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>The current goes in at <code>p</code> and out at
<code>n</code>; the voltage counts from <code>p</code> to <code>n</code>.</p></html>"));
  end OnePort;

  partial model TwoPort "Electrical component with two ports of two pins each"
    Units.Voltage v1 "Voltage of port 1";
    Units.Voltage v2 "Voltage of port 2";
    Units.Current i1 "Current into p1";
    Units.Current i2 "Current into p2";
    PositivePin p1 "Positive pin of port 1"
      annotation (Placement(transformation(extent={{-110,90},{-90,110}})));
    NegativePin n1 "Negative pin of port 1"
      annotation (Placement(transformation(extent={{-110,-110},{-90,-90}})));
    PositivePin p2 "Positive pin of port 2"
      annotation (Placement(transformation(extent={{90,90},{110,110}})));
    NegativePin n2 "Negative pin of port 2"
      annotation (Placement(transformation(extent={{90,-110},{110,-90}})));
  equation
    v1 = p1.v - n1.v;
    v2 = p2.v - n2.v;
    0 = p1.i + n1.i;
    0 = p2.i + n2.i;
    i1 = p1.i;
    i2 = p2.i;
    annotation (Icon(graphics={
      Text(extent={{-150,150},{150,115}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>Two pairs of pins, each with a voltage and a current that
goes through.</p></html>"));
  end TwoPort;

  partial model TwoFlanges "Rotational component with two flanges"
    RotationalFlange_a flange_a "Left flange"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    RotationalFlange_b flange_b "Right flange"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    annotation (Icon(graphics={
      Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>Base of parts between two shafts.</p></html>"));
  end TwoFlanges;

  partial model Compliant "Massless rotational component with a torque between its flanges"
    extends TwoFlanges;
    Units.Angle phi_rel(start=0) "Relative angle, flange_b.phi - flange_a.phi";
    Units.Torque tau "Torque between the flanges, flange_b.tau";
  equation
    phi_rel = flange_b.phi - flange_a.phi;
    flange_b.tau = tau;
    flange_a.tau = -tau;
    annotation (Documentation(info="<html><p>The torque goes through; the relative angle counts from
flange_a to flange_b.</p></html>"));
  end Compliant;

  partial model CompliantWithRelativeState "Massless rotational component with relative speed"
    extends Compliant(phi_rel(stateSelect=StateSelect.prefer));
    Units.AngularVelocity w_rel(start=0, stateSelect=StateSelect.prefer) "Relative speed";
  equation
    w_rel = der(phi_rel);
    annotation (Documentation(info="<html><p>As <code>Compliant</code>, with the relative angle and
speed as preferred states.</p></html>"));
  end CompliantWithRelativeState;

  partial model TwoTranslationalFlanges "Translational component with two flanges"
    TranslationalFlange_a flange_a "Left flange"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    TranslationalFlange_b flange_b "Right flange"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    annotation (Icon(graphics={
      Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>Base of parts between two flanges.</p></html>"));
  end TwoTranslationalFlanges;

  partial model TranslationalCompliant
    "Massless translational component with a force between its flanges"
    extends TwoTranslationalFlanges;
    Units.Position s_rel(start=0) "Relative distance, flange_b.s - flange_a.s";
    Units.Force f "Force between the flanges, flange_b.f";
  equation
    s_rel = flange_b.s - flange_a.s;
    flange_b.f = f;
    flange_a.f = -f;
    annotation (Documentation(info="<html><p>The force goes through; the relative position
counts from flange_a to flange_b.</p></html>"));
  end TranslationalCompliant;

  partial model TranslationalCompliantWithRelativeState
    "Massless translational component with relative speed"
    extends TranslationalCompliant(s_rel(stateSelect=StateSelect.prefer));
    Units.Velocity v_rel(start=0, stateSelect=StateSelect.prefer) "Relative speed";
  equation
    v_rel = der(s_rel);
    annotation (Documentation(info="<html><p>As <code>TranslationalCompliant</code>, with the
relative position and speed as preferred states.</p></html>"));
  end TranslationalCompliantWithRelativeState;

  partial model HeatElement "Element that conducts heat without storing it"
    Units.HeatFlowRate Q_flow "Heat flow rate from port_a to port_b";
    Units.TemperatureDifference dT "port_a.T - port_b.T";
    HeatPort_a port_a "Left port"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    HeatPort_b port_b "Right port"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    dT = port_a.T - port_b.T;
    port_a.Q_flow = Q_flow;
    port_b.Q_flow = -Q_flow;
    annotation (Icon(graphics={
      Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>The heat flow goes through without storage; the temperature
difference counts from port_a to port_b.</p></html>"));
  end HeatElement;

  annotation (Documentation(info="<html>
<p>The connectors of all domains. A flow is positive when it enters the component. Below them are
partial models that hold the equations common to components of one kind.</p>
</html>"));
end Interfaces;
