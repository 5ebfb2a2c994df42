within Formola.Electrical;
model Transformer "Two magnetically coupled inductors"
  extends Interfaces.TwoPort(i1(start=0), i2(start=0));
  parameter Units.Inductance L1(start=1) "Self-inductance of port 1";
  parameter Units.Inductance L2(start=1) "Self-inductance of port 2";
  parameter Units.Inductance M(start=0.5) "Mutual inductance, M^2 < L1*L2";
equation
  v1 = L1*der(i1) + M*der(i2);
  v2 = M*der(i1) + L2*der(i2);
  annotation (Icon(graphics={
      Line(points={{-90,100},{-30,100},{-30,60}}, color={0,0,255}),
      Line(points={{-90,-100},{-30,-100},{-30,-60}}, color={0,0,255}),
      Line(points={{90,100},{30,100},{30,60}}, color={0,0,255}),
      Line(points={{90,-100},{30,-100},{30,-60}}, color={0,0,255}),
      Rectangle(extent={{-40,60},{-20,-60}}, lineColor={0,0,255}),
      Rectangle(extent={{20,60},{40,-60}}, lineColor={0,0,255}),
      Line(points={{0,60},{0,-60}}, color={0,0,255}, thickness=1)}),
    Documentation(info="<html>
<p><code>v1 = L1*der(i1) + M*der(i2)</code>, <code>v2 = M*der(i1) +
L2*der(i2)</code>.</p></html>"));
end Transformer;
