within Formola.MultiBody;
model World "World frame and gravity"
  parameter Units.Acceleration g = 9.81 "Gravity";
  parameter Real n[3] = {0, -1, 0} "Direction of gravity";
  final parameter Units.Acceleration g_0[3] = g*n/sqrt(n*n) "Vector of gravity";
  Interfaces.Frame_b frame_b "World frame"
    annotation (Placement(transformation(extent={{84,-16},{116,16}})));
equation
  Connections.root(frame_b.R);
  frame_b.r_0 = zeros(3);
  frame_b.R = Frames.nullRotation();
  annotation (defaultComponentName="world", defaultComponentPrefixes="inner",
    missingInnerMessage="A model with bodies needs the component 'inner Formola.MultiBody.World world'.",
    Icon(graphics={
      Rectangle(extent={{-100,100},{100,-100}}, lineColor={64,64,64}, fillColor={255,255,255},
        fillPattern=FillPattern.Solid),
      Line(points={{-60,-60},{-60,60}}, arrow={Arrow.None,Arrow.Filled}),
      Line(points={{-60,-60},{60,-60}}, arrow={Arrow.None,Arrow.Filled}),
      Text(extent={{-150,145},{150,105}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p>Origin and axes of the world, and a uniform field of
gravity.</p></html>"));
end World;
