within Formola.Rotational;
model Damper "Linear rotational damper"
  extends Interfaces.CompliantWithRelativeState;
  parameter Units.RotationalDamping d(start=0) "Damping constant";
  Units.Power LossPower "Dissipated power";
equation
  tau = d*w_rel;
  LossPower = tau*w_rel;
  annotation (Icon(graphics={
      Line(points={{-100,0},{-30,0}}), Line(points={{30,0},{100,0}}),
      Line(points={{60,-40},{-30,-40},{-30,40},{60,40}}),
      Rectangle(extent={{-20,30},{30,-30}}, fillColor={190,190,190}, fillPattern=FillPattern.Solid),
      Text(extent={{-150,-50},{150,-90}}, textString="d=%d")}),
    Documentation(info="<html><p><code>tau = d*der(phi_rel)</code>.</p></html>"));
end Damper;
