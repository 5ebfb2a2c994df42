within Formola.Translational;
model Damper "Linear damper"
  extends Interfaces.TranslationalCompliantWithRelativeState;
  parameter Units.TranslationalDamping d(start=0) "Damping constant";
  Units.Power LossPower "Dissipated power";
equation
  f = d*v_rel;
  LossPower = f*v_rel;
  annotation (Icon(graphics={
      Line(points={{-100,0},{-30,0}}, color={0,127,0}),
      Line(points={{30,0},{100,0}}, color={0,127,0}),
      Line(points={{60,-40},{-30,-40},{-30,40},{60,40}}, color={0,127,0}),
      Rectangle(extent={{-20,30},{30,-30}}, fillColor={200,225,200}, fillPattern=FillPattern.Solid),
      Text(extent={{-150,-50},{150,-90}}, textString="d=%d")}),
    Documentation(info="<html><p><code>f = d*der(s_rel)</code>.</p></html>"));
end Damper;
