within Formola.Electrical;
model Capacitor "Linear capacitor"
  extends Interfaces.OnePort(v(start=0));
  parameter Units.Capacitance C(start=1) "Capacitance";
equation
  C*relax(der(v)) = i;
  annotation (Icon(graphics={
      Line(points={{-90,0},{-10,0}}, color={0,0,255}),
      Line(points={{10,0},{90,0}}, color={0,0,255}),
      Line(points={{-10,40},{-10,-40}}, color={0,0,255}, thickness=1),
      Line(points={{10,40},{10,-40}}, color={0,0,255}, thickness=1),
      Text(extent={{-150,-40},{150,-80}}, textString="C=%C")}),
    Documentation(info="<html><p><code>i = C*der(v)</code>.</p></html>"));
end Capacitor;
