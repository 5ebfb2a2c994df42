within Formola.Translational;
model SpringDamper "Linear spring and damper in parallel"
  extends Interfaces.TranslationalCompliantWithRelativeState;
  parameter Units.TranslationalStiffness c(start=1) "Stiffness";
  parameter Units.TranslationalDamping d(start=1) "Damping constant";
  parameter Units.Position s_rel0 = 0 "Length without spring force";
  Units.Power LossPower "Dissipated power";
equation
  f = c*(s_rel - s_rel0) + d*v_rel;
  LossPower = d*v_rel^2;
  annotation (Icon(graphics={
      Line(points={{-80,40},{-60,40},{-45,60},{-15,20},{15,60},{45,20},{60,40},{80,40}},
        color={0,127,0}),
      Line(points={{-80,40},{-80,-40},{-40,-40}}, color={0,127,0}),
      Line(points={{80,40},{80,-40},{20,-40}}, color={0,127,0}),
      Rectangle(extent={{-40,-25},{20,-55}}, fillColor={200,225,200},
        fillPattern=FillPattern.Solid),
      Line(points={{-100,0},{-80,0}}, color={0,127,0}),
      Line(points={{80,0},{100,0}}, color={0,127,0})}),
    Documentation(info="<html><p><code>f = c*(s_rel - s_rel0) + d*der(s_rel)</code>.</p></html>"));
end SpringDamper;
