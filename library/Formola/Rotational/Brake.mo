within Formola.Rotational;
model Brake "Brake pressed by a signal"
  extends Interfaces.TwoFlanges annotation (IconMap(primitivesVisible=false));
  extends Friction(normal=max(f_normalized, 0), isFree=f_normalized <= 0);
  Units.Angle phi "Angle of the shaft";
  Units.Power LossPower "Dissipated power";
  Interfaces.RealInput f_normalized "Normal force, 1 gives the Coulomb torque tau_c"
    annotation (Placement(transformation(extent={{-20,-20},{20,20}}, rotation=270,
      origin={0,110})));
equation
  phi = flange_a.phi;
  phi = flange_b.phi;
  w_rel = der(phi);
  a_rel = der(w_rel);
  0 = flange_a.tau + flange_b.tau - tau;
  LossPower = tau*w_rel;
  annotation (Icon(graphics={
      Rectangle(extent={{-100,10},{100,-10}}, fillColor={190,190,190},
        fillPattern=FillPattern.HorizontalCylinder),
      Rectangle(extent={{-15,60},{15,-60}}, lineColor={64,64,64}, fillColor={190,190,190},
        fillPattern=FillPattern.HorizontalCylinder),
      Polygon(points={{20,50},{50,60},{50,40},{20,50}}, fillPattern=FillPattern.Solid),
      Polygon(points={{-20,50},{-50,60},{-50,40},{-20,50}}, fillPattern=FillPattern.Solid),
      Text(extent={{-150,-70},{150,-110}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p>The Coulomb torque is <code>tau_c*f_normalized</code>; the brake is
free for values
that are not positive.</p></html>"));
end Brake;
