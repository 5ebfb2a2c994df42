within Formola.Electrical;
package Sources "Voltage and current sources"
  extends Icons.Package;

  partial model VoltageSource "Partial voltage source"
    extends Interfaces.OnePort;
    annotation (Icon(graphics={
      Ellipse(extent={{-50,50},{50,-50}}, lineColor={0,0,255}, fillColor={255,255,255},
        fillPattern=FillPattern.Solid),
      Line(points={{-90,0},{90,0}}, color={0,0,255}),
      Text(extent={{-90,-10},{-50,-50}}, textString="+")}),
      Documentation(info="<html><p>Base of sources whose voltage is a function of
time.</p></html>"));
  end VoltageSource;

  partial model CurrentSource "Partial current source"
    extends Interfaces.OnePort;
    annotation (Icon(graphics={
      Ellipse(extent={{-50,50},{50,-50}}, lineColor={0,0,255}, fillColor={255,255,255},
        fillPattern=FillPattern.Solid),
      Line(points={{-90,0},{-50,0}}, color={0,0,255}),
      Line(points={{50,0},{90,0}}, color={0,0,255}),
      Line(points={{0,50},{0,-50}}, color={0,0,255}),
      Polygon(points={{60,70},{90,60},{60,50},{60,70}}, lineColor={0,0,255})}),
      Documentation(info="<html><p>Base of sources whose current is a function of
time.</p></html>"));
  end CurrentSource;

  model ConstantVoltage "Constant voltage"
    extends VoltageSource;
    parameter Units.Voltage V(start=1) "Voltage";
  equation
    v = V;
    annotation (Documentation(info="<html><p><code>v = V</code>.</p></html>"));
  end ConstantVoltage;

  model StepVoltage "Voltage that jumps once"
    extends VoltageSource;
    parameter Units.Voltage V(start=1) "Height of the step";
    parameter Units.Voltage offset = 0 "Voltage before the step";
    parameter Units.Time startTime = 0 "Time of the step";
  equation
    v = offset + (if time < startTime then 0 else V);
    annotation (Documentation(info="<html><p><code>offset</code>, plus <code>V</code> from
<code>startTime</code> on.</p></html>"));
  end StepVoltage;

  model RampVoltage "Voltage that rises linearly"
    extends VoltageSource;
    parameter Units.Voltage V(start=1) "Height of the ramp";
    parameter Units.Time duration(min=Constants.small, start=1) "Duration of the ramp";
    parameter Units.Voltage offset = 0 "Voltage before the ramp";
    parameter Units.Time startTime = 0 "Start of the ramp";
  equation
    v = offset + (if time < startTime then 0 else if time < startTime + duration then
      (time - startTime)*V/duration else V);
    annotation (Documentation(info="<html><p>From <code>offset</code> to <code>offset +
V</code>.</p></html>"));
  end RampVoltage;

  model SineVoltage "Sinusoidal voltage"
    extends VoltageSource;
    parameter Units.Voltage V(start=1) "Amplitude";
    parameter Units.Frequency f(start=1) "Frequency";
    parameter Units.Angle phase = 0 "Phase";
    parameter Units.Voltage offset = 0 "Offset";
    parameter Units.Time startTime = 0 "Constant offset before";
  equation
    v = offset + (if time < startTime then 0 else
      V*sin(2*Constants.pi*f*(time - startTime) + phase));
    annotation (Documentation(info="<html><p><code>offset + V*sin(2*pi*f*(time - startTime) +
phase)</code>.</p></html>"));
  end SineVoltage;

  model PulseVoltage "Periodic rectangular voltage"
    extends VoltageSource;
    parameter Units.Voltage V(start=1) "Height of the pulses";
    parameter Real width(final min=0, final max=100) = 50 "Width in percent of the period";
    parameter Units.Time period(min=Constants.small, start=1) "Period";
    parameter Units.Voltage offset = 0 "Voltage between pulses";
    parameter Units.Time startTime = 0 "Start of the first pulse";
    Blocks.Sources.Pulse pulse(amplitude=V, width=width, period=period, offset=offset,
      startTime=startTime)
      "Shape of the voltage" annotation (Placement(transformation(extent={{-10,60},{10,80}})));
  equation
    v = pulse.y;
    annotation (Documentation(info="<html><p>See
<code>Formola.Blocks.Sources.Pulse</code>.</p></html>"));
  end PulseVoltage;

  model SignalVoltage "Voltage given by a signal"
    extends VoltageSource;
    Interfaces.RealInput u(unit="V") "Voltage"
      annotation (Placement(transformation(extent={{-20,-20},{20,20}}, rotation=270,
        origin={0,110})));
  equation
    v = u;
    annotation (Documentation(info="<html><p><code>v = u</code>.</p></html>"));
  end SignalVoltage;

  model ConstantCurrent "Constant current"
    extends CurrentSource;
    parameter Units.Current I(start=1) "Current from p to n";
  equation
    i = I;
    annotation (Documentation(info="<html><p><code>i = I</code>.</p></html>"));
  end ConstantCurrent;

  model StepCurrent "Current that jumps once"
    extends CurrentSource;
    parameter Units.Current I(start=1) "Height of the step";
    parameter Units.Current offset = 0 "Current before the step";
    parameter Units.Time startTime = 0 "Time of the step";
  equation
    i = offset + (if time < startTime then 0 else I);
    annotation (Documentation(info="<html><p><code>offset</code>, plus <code>I</code> from
<code>startTime</code> on.</p></html>"));
  end StepCurrent;

  model SineCurrent "Sinusoidal current"
    extends CurrentSource;
    parameter Units.Current I(start=1) "Amplitude";
    parameter Units.Frequency f(start=1) "Frequency";
    parameter Units.Angle phase = 0 "Phase";
    parameter Units.Current offset = 0 "Offset";
    parameter Units.Time startTime = 0 "Constant offset before";
  equation
    i = offset + (if time < startTime then 0 else
      I*sin(2*Constants.pi*f*(time - startTime) + phase));
    annotation (Documentation(info="<html><p><code>offset + I*sin(2*pi*f*(time - startTime) +
phase)</code>.</p></html>"));
  end SineCurrent;

  model SignalCurrent "Current given by a signal"
    extends CurrentSource;
    Interfaces.RealInput u(unit="A") "Current from p to n"
      annotation (Placement(transformation(extent={{-20,-20},{20,20}}, rotation=270,
        origin={0,110})));
  equation
    i = u;
    annotation (Documentation(info="<html><p><code>i = u</code>.</p></html>"));
  end SignalCurrent;

  model VCVS "Voltage source controlled by a voltage"
    extends Interfaces.TwoPort;
    parameter Real gain(start=1) "Voltage gain";
  equation
    v2 = gain*v1;
    i1 = 0;
    annotation (Icon(graphics={
      Ellipse(extent={{10,40},{90,-40}}, lineColor={0,0,255}),
      Line(points={{100,90},{50,90},{50,-90},{100,-90}}, color={0,0,255})}),
      Documentation(info="<html><p><code>v2 = gain*v1</code>, <code>i1 = 0</code>.</p></html>"));
  end VCVS;

  model VCCS "Current source controlled by a voltage"
    extends Interfaces.TwoPort;
    parameter Units.Conductance transConductance(start=1) "Transconductance";
  equation
    i2 = transConductance*v1;
    i1 = 0;
    annotation (Icon(graphics={
      Ellipse(extent={{10,40},{90,-40}}, lineColor={0,0,255}),
      Line(points={{10,0},{90,0}}, color={0,0,255})}),
      Documentation(info="<html><p><code>i2 = transConductance*v1</code>, <code>i1 =
0</code>.</p></html>"));
  end VCCS;

  annotation (Documentation(info="<html><p>Independent and controlled sources.</p></html>"));
end Sources;
