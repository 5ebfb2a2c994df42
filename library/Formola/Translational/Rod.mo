within Formola.Translational;
model Rod "Rod without mass"
  extends Interfaces.TwoTranslationalFlanges;
  parameter Units.Length L(start=1) "Length from flange_a to flange_b";
equation
  flange_b.s - flange_a.s = L;
  0 = flange_a.f + flange_b.f;
  annotation (Icon(graphics={
      Rectangle(extent={{-60,5},{60,-5}}, lineColor={0,127,0}, fillColor={200,225,200},
        fillPattern=FillPattern.Solid),
      Line(points={{-100,0},{-60,0}}, color={0,127,0}),
      Line(points={{60,0},{100,0}}, color={0,127,0}),
      Text(extent={{-150,-50},{150,-90}}, textString="L=%L")}),
    Documentation(info="<html><p>Keeps its flanges at the distance <code>L</code>.</p></html>"));
end Rod;
