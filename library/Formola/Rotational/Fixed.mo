within Formola.Rotational;
model Fixed "Flange fixed in the housing"
  parameter Units.Angle phi0 = 0 "Angle of the flange";
  Interfaces.RotationalFlange_b flange "Flange"
    annotation (Placement(transformation(extent={{-10,-10},{10,10}})));
equation
  flange.phi = phi0;
  annotation (Icon(graphics={
      Line(points={{-60,-40},{60,-40}}),
      Line(points={{0,-40},{0,-10}}),
      Line(points={{60,-40},{40,-70}}), Line(points={{20,-40},{0,-70}}),
      Line(points={{-20,-40},{-40,-70}}),
      Text(extent={{-150,-80},{150,-120}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p><code>flange.phi = phi0</code>.</p></html>"));
end Fixed;
