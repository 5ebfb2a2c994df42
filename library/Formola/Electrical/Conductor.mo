within Formola.Electrical;
model Conductor "Linear conductor"
  extends Interfaces.OnePort;
  parameter Units.Conductance G(start=1) "Conductance";
equation
  i = G*(relax(p.v) - relax(n.v));
  annotation (Icon(graphics={
      Rectangle(extent={{-70,30},{70,-30}}, lineColor={0,0,255}, fillColor={255,255,255},
        fillPattern=FillPattern.Solid),
      Line(points={{-90,0},{-70,0}}, color={0,0,255}),
      Line(points={{70,0},{90,0}}, color={0,0,255}),
      Text(extent={{-150,-40},{150,-80}}, textString="G=%G")}),
    Documentation(info="<html><p><code>i = G*v</code>.</p></html>"));
end Conductor;
