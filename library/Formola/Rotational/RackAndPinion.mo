within Formola.Rotational;
model RackAndPinion "Ideal conversion between rotation and translation"
  parameter Real ratio(final unit="rad/m", start=1) "Transmission ratio, flange_r.phi/flange_t.s";
  Interfaces.RotationalFlange_a flange_r "Rotational flange"
    annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
  Interfaces.TranslationalFlange_b flange_t "Translational flange"
    annotation (Placement(transformation(extent={{90,-10},{110,10}})));
equation
  flange_r.phi = ratio*flange_t.s;
  0 = ratio*flange_r.tau + flange_t.f;
  annotation (Icon(graphics={
      Ellipse(extent={{-60,40},{20,-40}}, lineColor={64,64,64}, fillColor={190,190,190},
        fillPattern=FillPattern.Solid),
      Rectangle(extent={{-60,-40},{100,-60}}, lineColor={0,127,0}, fillColor={190,210,190},
        fillPattern=FillPattern.Solid),
      Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p><code>flange_r.phi = ratio*flange_t.s</code>, <code>flange_t.f =
-ratio*flange_r.tau</code>.</p></html>"));
end RackAndPinion;
