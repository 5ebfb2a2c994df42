within Formola.Rotational;
model SpringDamper "Linear spring and damper in parallel"
  extends Interfaces.CompliantWithRelativeState;
  parameter Units.RotationalStiffness c(start=1e5) "Stiffness";
  parameter Units.RotationalDamping d(start=0) "Damping constant";
  parameter Units.Angle phi_rel0 = 0 "Relative angle without spring torque";
  Units.Power LossPower "Dissipated power";
equation
  tau = c*(phi_rel - phi_rel0) + d*w_rel;
  LossPower = d*w_rel^2;
  annotation (Icon(graphics={
      Line(points={{-80,40},{-60,40},{-45,60},{-15,20},{15,60},{45,20},{60,40},{80,40}}),
      Line(points={{-80,40},{-80,-40},{-40,-40}}), Line(points={{80,40},{80,-40},{20,-40}}),
      Line(points={{40,-60},{-40,-60},{-40,-20},{40,-20}}),
      Rectangle(extent={{-30,-25},{20,-55}}, fillColor={190,190,190},
        fillPattern=FillPattern.Solid),
      Line(points={{-100,0},{-80,0}}), Line(points={{80,0},{100,0}})}),
    Documentation(info="<html><p><code>tau = c*(phi_rel - phi_rel0) +
d*der(phi_rel)</code>.</p></html>"));
end SpringDamper;
