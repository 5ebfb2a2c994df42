within Formola.Translational;
model Fixed "Flange fixed in the housing"
  parameter Units.Position s0 = 0 "Position of the flange";
  Interfaces.TranslationalFlange_b flange "Flange"
    annotation (Placement(transformation(extent={{-10,-10},{10,10}})));
equation
  flange.s = s0;
  annotation (Icon(graphics={
      Line(points={{-60,-40},{60,-40}}, color={0,127,0}),
      Line(points={{0,-40},{0,-10}}, color={0,127,0}),
      Line(points={{60,-40},{40,-70}}, color={0,127,0}),
      Line(points={{20,-40},{0,-70}}, color={0,127,0}),
      Line(points={{-20,-40},{-40,-70}}, color={0,127,0}),
      Text(extent={{-150,-80},{150,-120}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p><code>flange.s = s0</code>.</p></html>"));
end Fixed;
