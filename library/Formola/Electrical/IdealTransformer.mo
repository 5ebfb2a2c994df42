within Formola.Electrical;
model IdealTransformer "Ideal transformer without losses and magnetisation"
  extends Interfaces.TwoPort;
  parameter Real n(start=1) "Turns ratio, port 1 to port 2";
equation
  v1 = n*v2;
  0 = n*i1 + i2;
  annotation (Icon(graphics={
      Line(points={{-90,100},{-30,100},{-30,-100},{-90,-100}}, color={0,0,255}),
      Line(points={{90,100},{30,100},{30,-100},{90,-100}}, color={0,0,255}),
      Text(extent={{-100,20},{100,-20}}, textString="n=%n")}),
    Documentation(info="<html><p><code>v1 = n*v2</code>, <code>i2 = -n*i1</code>. It also transforms
constant voltages.</p></html>"));
end IdealTransformer;
