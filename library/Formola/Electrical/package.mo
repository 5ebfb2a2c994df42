within Formola;
package Electrical "Analog electrical components"
  extends Icons.Package;

  annotation (Icon(graphics={
      Rectangle(extent={{-50,20},{50,-20}}, lineColor={0,0,255}),
      Line(points={{-90,0},{-50,0}}, color={0,0,255}),
      Line(points={{50,0},{90,0}}, color={0,0,255})}),
    Documentation(info="<html>
<p>Every circuit needs one <code>Ground</code>. Voltage and current of a two-pole have the same
reference direction, from <code>p</code> to <code>n</code>.</p>
</html>"));
end Electrical;
