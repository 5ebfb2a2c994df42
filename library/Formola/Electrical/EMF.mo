within Formola.Electrical;
model EMF "Electromotive force: ideal conversion between electrical and rotational power"
  parameter Units.TorqueConstant k(start=1) "Transformation coefficient";
  Units.Voltage v "Voltage from p to n";
  Units.Current i "Current from p to n";
  Units.AngularVelocity w "Speed of the shaft";
  Interfaces.PositivePin p "Positive pin"
    annotation (Placement(transformation(extent={{-10,90},{10,110}})));
  Interfaces.NegativePin n "Negative pin"
    annotation (Placement(transformation(extent={{-10,-110},{10,-90}})));
  Interfaces.RotationalFlange_b flange "Shaft"
    annotation (Placement(transformation(extent={{90,-10},{110,10}})));
equation
  v = p.v - n.v;
  0 = p.i + n.i;
  i = p.i;
  w = der(flange.phi);
  k*w = v;
  flange.tau = -k*i;
  annotation (Icon(graphics={
      Ellipse(extent={{-50,50},{50,-50}}, lineColor={0,0,255}, fillColor={255,255,255},
        fillPattern=FillPattern.Solid),
      Line(points={{0,90},{0,50}}, color={0,0,255}),
      Line(points={{0,-50},{0,-90}}, color={0,0,255}),
      Rectangle(extent={{50,8},{90,-8}}, fillColor={160,160,160}, fillPattern=FillPattern.Solid),
      Text(extent={{-150,-50},{150,-90}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p><code>v = k*w</code>, torque on the shaft <code>k*i</code>. The
stator is fixed.</p></html>"));
end EMF;
