within Formola.PlanarMechanics;
model World "Gravity of the plane"
  parameter Units.Acceleration g[2] = {0, -9.81} "Acceleration of gravity";
  annotation (defaultComponentName="world", defaultComponentPrefixes="inner",
    Icon(graphics={
      Rectangle(extent={{-100,100},{100,-100}}, lineColor={64,64,64}, fillColor={245,245,245},
        fillPattern=FillPattern.Solid),
      Line(points={{-60,-60},{-60,50}}, color={64,64,64}, arrow={Arrow.None,Arrow.Filled}),
      Line(points={{-60,-60},{50,-60}}, color={64,64,64}, arrow={Arrow.None,Arrow.Filled}),
      Line(points={{30,60},{30,-20}}, color={0,127,0}, thickness=1,
        arrow={Arrow.None,Arrow.Filled}),
      Text(extent={{-150,150},{150,110}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p>One in each model, declared <code>inner</code>; bodies read
<code>g</code> from it.</p></html>"));
end World;
