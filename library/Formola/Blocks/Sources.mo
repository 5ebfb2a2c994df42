within Formola.Blocks;
package Sources "Signal sources"
  extends Icons.Package;

  block Constant "Constant signal"
    extends Interfaces.SO;
    parameter Real k(start=1) "Value";
  equation
    y = k;
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="%k")}),
      Documentation(info="<html><p><code>y = k</code>.</p></html>"));
  end Constant;

  block Clock "Time since a start time"
    extends Interfaces.SO;
    parameter Real offset = 0 "Value before startTime";
    parameter Units.Time startTime = 0 "Start";
  equation
    y = offset + (if time < startTime then 0 else time - startTime);
    annotation (Icon(graphics={
      Ellipse(extent={{-70,70},{70,-70}}, lineColor={0,0,127}),
      Line(points={{0,50},{0,0},{30,20}}, color={0,0,127})}),
      Documentation(info="<html><p><code>y = offset + time - startTime</code>.</p></html>"));
  end Clock;

  block Step "Signal that jumps once"
    extends Interfaces.SO;
    parameter Real height = 1 "Height of the step";
    parameter Real offset = 0 "Value before the step";
    parameter Units.Time startTime = 0 "Time of the step";
  equation
    y = offset + (if time < startTime then 0 else height);
    annotation (Icon(graphics={Line(points={{-80,-60},{0,-60},{0,60},{80,60}}, color={0,0,127})}),
      Documentation(info="<html><p><code>offset</code>, plus <code>height</code> from
<code>startTime</code> on.</p></html>"));
  end Step;

  block Ramp "Signal that rises linearly"
    extends Interfaces.SO;
    parameter Real height = 1 "Height of the ramp";
    parameter Units.Time duration(min=0, start=2) "Duration; 0 gives a step";
    parameter Real offset = 0 "Value before the ramp";
    parameter Units.Time startTime = 0 "Start of the ramp";
  equation
    y = offset + (if time < startTime then 0 else if time < startTime + duration then
      (time - startTime)*height/duration else height);
    annotation (Icon(graphics={Line(points={{-80,-60},{-30,-60},{30,60},{80,60}},
      color={0,0,127})}),
      Documentation(info="<html><p>From <code>offset</code> to <code>offset +
height</code>.</p></html>"));
  end Ramp;

  block Sine "Sinusoidal signal"
    extends Interfaces.SO;
    parameter Real amplitude = 1 "Amplitude";
    parameter Units.Frequency f(start=1) "Frequency";
    parameter Units.Angle phase = 0 "Phase";
    parameter Real offset = 0 "Offset";
    parameter Units.Time startTime = 0 "Constant offset before";
  equation
    y = offset + (if time < startTime then 0 else
      amplitude*sin(2*Constants.pi*f*(time - startTime) + phase));
    annotation (Icon(graphics={Line(points={{-80,0},{-60,50},{-40,70},{-20,50},{0,0},{20,-50},{40,-70},{60,-50},{80,0}},
        color={0,0,127}, smooth=Smooth.Bezier)}),
      Documentation(info="<html><p><code>offset + amplitude*sin(2*pi*f*(time - startTime) +
phase)</code>.</p></html>"));
  end Sine;

  block ExpSine "Damped sinusoidal signal"
    extends Interfaces.SO;
    parameter Real amplitude = 1 "Amplitude at the start";
    parameter Units.Frequency f(start=1) "Frequency";
    parameter Units.Angle phase = 0 "Phase";
    parameter Units.Rate damping(start=1) "Damping";
    parameter Real offset = 0 "Offset";
    parameter Units.Time startTime = 0 "Constant offset before";
  equation
    y = offset + (if time < startTime then 0 else amplitude*exp(-damping*(time - startTime))*
      sin(2*Constants.pi*f*(time - startTime) + phase));
    annotation (Icon(graphics={Line(points={{-80,0},{-60,70},{-30,-50},{0,30},{30,-20},{60,8},{80,0}},
        color={0,0,127}, smooth=Smooth.Bezier)}),
      Documentation(info="<html><p><code>offset + amplitude*exp(-damping*t)*sin(2*pi*f*t +
phase)</code> with
<code>t = time - startTime</code>.</p></html>"));
  end ExpSine;

  block Pulse "Periodic rectangular signal"
    extends Interfaces.SO;
    parameter Real amplitude = 1 "Height of the pulses";
    parameter Real width(final min=0, final max=100) = 50 "Width in percent of the period";
    parameter Units.Time period(min=Constants.small, start=1) "Period";
    parameter Real offset = 0 "Value between pulses";
    parameter Units.Time startTime = 0 "Start of the first pulse";
  protected
    discrete Units.Time T0(start=0) "Start of the current period";
    Boolean started(start=false) "true from the first pulse on";
  initial equation
    pre(started) = time >= startTime;
    pre(T0) = startTime + floor(max(time - startTime, 0)/period)*period;
  equation
    when sample(startTime, period) then
      T0 = time;
      started = true;
    end when;
    y = offset + (if started and time < T0 + period*width/100 then amplitude else 0);
    annotation (Icon(graphics={Line(points={{-80,-60},{-60,-60},{-60,60},{-20,60},{-20,-60},{20,-60},{20,60},{60,60},{60,-60},{80,-60}},
        color={0,0,127})}),
      Documentation(info="<html><p><code>offset + amplitude</code> during the first
<code>width</code> percent
of each period, else <code>offset</code>.</p></html>"));
  end Pulse;

  block TimeTable "Signal by linear interpolation in a table"
    extends Interfaces.SO;
    parameter Real table[:, 2] = {{0, 0}, {1, 1}} "First column time, second column value";
    parameter Real offset = 0 "Added to the table";
  protected
    discrete Units.Time next(start=0) "Next kink";
    discrete Units.Time t0 "Beginning of the segment";
    discrete Real y0 "Value there";
    discrete Real slope "Slope of the segment";
  equation
    assert(Formola.Math.increases(table[:, 1], false),
      "TimeTable: the times in the first column of the table must increase");
    // A time event at each kink, so that no step of the integration passes over it; a step that ends
    // there still sees the segment before.
    when {initial(), time >= pre(next)} then
      t0 = time;
      y0 = Formola.Math.interpolate(table[:, 1], table[:, 2], time);
      slope = Formola.Math.interpolate_der(table[:, 1], table[:, 2], time, 1);
      next = Formola.Math.nextKnot(table[:, 1], time);
    end when;
    y = offset + y0 + slope*(time - t0);
    annotation (Icon(graphics={
      Rectangle(extent={{-60,60},{60,-60}}, lineColor={0,0,127}),
      Line(points={{0,60},{0,-60}}, color={0,0,127}),
      Line(points={{-60,30},{60,30}}, color={0,0,127}),
      Line(points={{-60,0},{60,0}}, color={0,0,127}),
      Line(points={{-60,-30},{60,-30}}, color={0,0,127})}),
      Documentation(info="<html><p>Times must increase; two equal ones make a jump, after which the second
value holds. Outside the table the first or last segment is continued, a jump there by a constant.</p></html>"));
  end TimeTable;

  block BooleanConstant "Constant Boolean signal"
    extends Interfaces.BooleanSO;
    parameter Boolean k = true "Value";
  equation
    y = k;
    annotation (Icon(graphics={Text(extent={{-90,40},{90,-40}}, textString="%k")}),
      Documentation(info="<html><p><code>y = k</code>.</p></html>"));
  end BooleanConstant;

  block BooleanStep "Boolean signal that changes once"
    extends Interfaces.BooleanSO;
    parameter Units.Time startTime = 0 "Time of the change";
    parameter Boolean startValue = false "Value before";
  equation
    y = if time >= startTime then not startValue else startValue;
    annotation (Icon(graphics={Line(points={{-80,-60},{0,-60},{0,60},{80,60}}, color={255,0,255})}),
      Documentation(info="<html><p><code>startValue</code>, and its opposite from
<code>startTime</code> on.</p></html>"));
  end BooleanStep;

  block BooleanPulse "Periodic Boolean signal"
    extends Interfaces.BooleanSO;
    parameter Real width(final min=0, final max=100) = 50 "Width in percent of the period";
    parameter Units.Time period(min=Constants.small, start=1) "Period";
    parameter Units.Time startTime = 0 "Start of the first pulse";
    Pulse pulse(amplitude=1, width=width, period=period, startTime=startTime) "Shape"
      annotation (Placement(transformation(extent={{-10,-10},{10,10}})));
  equation
    y = pulse.y > 0.5;
    annotation (Icon(graphics={Line(points={{-80,-60},{-40,-60},{-40,60},{0,60},{0,-60},{40,-60},{40,60},{80,60}},
        color={255,0,255})}),
      Documentation(info="<html><p>true during the first <code>width</code> percent of each
period.</p></html>"));
  end BooleanPulse;

  annotation (Documentation(info="<html><p>Signals that depend on time only.</p></html>"));
end Sources;
