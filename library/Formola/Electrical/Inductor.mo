within Formola.Electrical;
model Inductor "Linear inductor"
  extends Interfaces.OnePort(i(start=0));
  parameter Units.Inductance L(start=1) "Inductance";
equation
  L*der(i) = v;
  annotation (Icon(graphics={
      Line(points={{-90,0},{-60,0}}, color={0,0,255}),
      Line(points={{60,0},{90,0}}, color={0,0,255}),
      Ellipse(extent={{-60,20},{-20,-20}}, startAngle=0, endAngle=180, lineColor={0,0,255}),
      Ellipse(extent={{-20,20},{20,-20}}, startAngle=0, endAngle=180, lineColor={0,0,255}),
      Ellipse(extent={{20,20},{60,-20}}, startAngle=0, endAngle=180, lineColor={0,0,255}),
      Text(extent={{-150,-40},{150,-80}}, textString="L=%L")}),
    Documentation(info="<html><p><code>v = L*der(i)</code>.</p></html>"));
end Inductor;
