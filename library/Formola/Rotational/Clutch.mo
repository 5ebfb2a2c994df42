within Formola.Rotational;
model Clutch "Clutch pressed by a signal"
  extends Interfaces.TwoFlanges annotation (IconMap(primitivesVisible=false));
  extends Friction(normal=max(f_normalized, 0), isFree=f_normalized <= 0,
    w_rel(stateSelect=StateSelect.prefer));
  Units.Angle phi_rel(start=0, stateSelect=StateSelect.prefer) "Relative angle";
  Units.Power LossPower "Dissipated power";
  Interfaces.RealInput f_normalized "Normal force, 1 gives the Coulomb torque tau_c"
    annotation (Placement(transformation(extent={{-20,-20},{20,20}}, rotation=270,
      origin={0,110})));
equation
  phi_rel = flange_b.phi - flange_a.phi;
  w_rel = der(phi_rel);
  a_rel = der(w_rel);
  flange_b.tau = tau;
  flange_a.tau = -tau;
  LossPower = tau*w_rel;
  annotation (Icon(graphics={
      Rectangle(extent={{-100,10},{-20,-10}}, fillColor={190,190,190},
        fillPattern=FillPattern.HorizontalCylinder),
      Rectangle(extent={{20,10},{100,-10}}, fillColor={190,190,190},
        fillPattern=FillPattern.HorizontalCylinder),
      Rectangle(extent={{-25,60},{-10,-60}}, lineColor={64,64,64}, fillColor={190,190,190},
        fillPattern=FillPattern.HorizontalCylinder),
      Rectangle(extent={{10,60},{25,-60}}, lineColor={64,64,64}, fillColor={190,190,190},
        fillPattern=FillPattern.HorizontalCylinder),
      Text(extent={{-150,-70},{150,-110}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p>Coulomb friction between both flanges, proportional to
<code>f_normalized</code>; open
for values that are not positive.</p></html>"));
end Clutch;
