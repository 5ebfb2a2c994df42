within Formola;
package Translational "One-dimensional translational mechanics"
  extends Icons.Package;

  annotation (Icon(graphics={
      Rectangle(extent={{-50,40},{50,-40}}, lineColor={0,127,0}, fillColor={200,225,200},
        fillPattern=FillPattern.Solid),
      Line(points={{-90,0},{-50,0}}, color={0,127,0}),
      Line(points={{50,0},{90,0}}, color={0,127,0})}),
    Documentation(info="<html>
<p>Parts that move along a line. Flanges carry the absolute position <code>s</code> and the cut
force
<code>f</code>.</p></html>"));
end Translational;
