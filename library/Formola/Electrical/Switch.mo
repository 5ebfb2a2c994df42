within Formola.Electrical;
model Switch "Switch closed by a Boolean signal"
  extends Interfaces.OnePort;
  parameter Units.Resistance Ron(min=0) = 1e-5 "Resistance when closed";
  parameter Units.Conductance Goff(min=0) = 1e-5 "Conductance when open";
  Interfaces.BooleanInput closed "true: closed"
    annotation (Placement(transformation(extent={{-20,-20},{20,20}}, rotation=270,
      origin={0,110})));
protected
  Real s "Curve parameter: current when closed, voltage when open";
  constant Units.Voltage unitVoltage = 1;
  constant Units.Current unitCurrent = 1;
equation
  v = s*unitVoltage*(if closed then Ron*unitCurrent/unitVoltage else 1);
  i = s*unitCurrent*(if closed then 1 else Goff*unitVoltage/unitCurrent);
  annotation (Icon(graphics={
      Line(points={{-90,0},{-40,0}}, color={0,0,255}),
      Line(points={{40,0},{90,0}}, color={0,0,255}),
      Line(points={{-40,0},{35,45}}, color={0,0,255}),
      Line(points={{0,90},{0,25}}, color={255,0,255}, pattern=LinePattern.Dash)}),
    Documentation(info="<html><p>Ideal for <code>Ron = 0</code> and <code>Goff =
0</code>.</p></html>"));
end Switch;
