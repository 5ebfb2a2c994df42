within Formola.Blocks;
package Nonlinear "Nonlinear blocks"
  extends Icons.Package;

  block Limiter "Limits the signal"
    extends Interfaces.SISO;
    parameter Real uMax(start=1) "Upper limit";
    parameter Real uMin = -uMax "Lower limit";
  equation
    y = smooth(0, if u > uMax then uMax else if u < uMin then uMin else u);
    annotation (Icon(graphics={Line(points={{-80,-50},{-40,-50},{40,50},{80,50}},
      color={0,0,127})}),
      Documentation(info="<html><p><code>y = u</code> inside the limits, else the
limit.</p></html>"));
  end Limiter;

  block DeadZone "Zero output for small inputs"
    extends Interfaces.SISO;
    parameter Real uMax(start=1) "Upper end of the dead zone";
    parameter Real uMin = -uMax "Lower end of the dead zone";
  equation
    y = smooth(0, if u > uMax then u - uMax else if u < uMin then u - uMin else 0);
    annotation (Icon(graphics={Line(points={{-80,-60},{-30,0},{30,0},{80,60}}, color={0,0,127})}),
      Documentation(info="<html><p>Zero between <code>uMin</code> and <code>uMax</code>, shifted
outside.</p></html>"));
  end DeadZone;

  block RateLimiter "Limits the speed of change"
    extends Interfaces.SISO(y(start=y_start, fixed=true));
    parameter Real rising(start=1) "Largest slope";
    parameter Real falling = -rising "Smallest slope";
    parameter Units.Time Td = 0.001 "Time constant with which the output follows the input";
    parameter Real y_start = 0 "Output at the start";
  protected
    Real slope "Slope without limits";
  equation
    slope = (u - y)/Td;
    der(y) = smooth(0, if slope > rising then rising else if slope < falling then falling else
      slope);
    annotation (Icon(graphics={Line(points={{-80,-60},{-40,-60},{40,60},{80,60}}, color={0,0,127}),
      Text(extent={{0,0},{90,-60}}, textString="d/dt")}),
      Documentation(info="<html><p>Follows the input with slopes between <code>falling</code> and
<code>rising</code>.</p></html>"));
  end RateLimiter;

  block Hysteresis "Real to Boolean with hysteresis"
    extends Interfaces.BooleanSO(y(start=y_start));
    parameter Real uLow(start=0) "Output becomes false below";
    parameter Real uHigh(start=1) "Output becomes true above";
    parameter Boolean y_start = false "Output before the start";
    Interfaces.RealInput u "Input"
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
  initial equation
    pre(y) = y_start;
  equation
    y = not pre(y) and u > uHigh or pre(y) and u >= uLow;
    annotation (Icon(graphics={
      Line(points={{-70,-50},{30,-50},{30,50},{70,50}}, color={255,0,255}),
      Line(points={{30,50},{-30,50},{-30,-50}}, color={255,0,255})}),
      Documentation(info="<html><p>true when <code>u</code> rises above <code>uHigh</code>, false
when it falls below
<code>uLow</code>.</p></html>"));
  end Hysteresis;

  block FixedDelay "Delay by a constant time"
    extends Interfaces.SISO;
    parameter Units.Time delayTime(start=1) "Delay";
  equation
    y = delay(u, delayTime);
    annotation (Icon(graphics={Text(extent={{-80,40},{80,-40}}, textString="delay")}),
      Documentation(info="<html><p><code>y(t) = u(t - delayTime)</code>; before, the value at the
start.</p></html>"));
  end FixedDelay;

  annotation (Documentation(info="<html><p>Blocks with discontinuous derivatives make events where
the branch changes.</p></html>"));
end Nonlinear;
