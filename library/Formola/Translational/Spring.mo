within Formola.Translational;
model Spring "Linear spring"
  extends Interfaces.TranslationalCompliant;
  parameter Units.TranslationalStiffness c(start=1) "Stiffness";
  parameter Units.Distance s_rel0 = 0 "Length without force";
equation
  f = c*(s_rel - s_rel0);
  annotation (Icon(graphics={
      Line(points={{-100,0},{-60,0},{-50,30},{-30,-30},{-10,30},{10,-30},{30,30},{50,-30},{60,0},{100,0}}, color={0,127,0}),
      Text(extent={{-150,-50},{150,-90}}, textString="c=%c")}),
    Documentation(info="<html><p><code>f = c*(s_rel - s_rel0)</code>.</p></html>"));
end Spring;
