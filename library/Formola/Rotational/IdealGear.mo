within Formola.Rotational;
model IdealGear "Gear without inertia, elasticity and losses"
  extends Interfaces.TwoFlanges;
  parameter Real ratio(start=1) "Transmission ratio, flange_a.phi/flange_b.phi";
equation
  flange_a.phi = ratio*flange_b.phi;
  0 = ratio*flange_a.tau + flange_b.tau;
  annotation (Icon(graphics={
      Rectangle(extent={{-40,20},{-20,-70}}, lineColor={64,64,64}, fillColor={190,190,190},
        fillPattern=FillPattern.HorizontalCylinder),
      Rectangle(extent={{-40,66},{-20,20}}, lineColor={64,64,64}, fillColor={210,210,210},
        fillPattern=FillPattern.HorizontalCylinder),
      Rectangle(extent={{-100,10},{-40,-10}}, fillColor={190,190,190},
        fillPattern=FillPattern.HorizontalCylinder),
      Rectangle(extent={{-20,60},{30,40}}, fillColor={190,190,190},
        fillPattern=FillPattern.HorizontalCylinder),
      Rectangle(extent={{30,66},{50,-30}}, lineColor={64,64,64}, fillColor={190,190,190},
        fillPattern=FillPattern.HorizontalCylinder),
      Rectangle(extent={{50,10},{100,-10}}, fillColor={190,190,190},
        fillPattern=FillPattern.HorizontalCylinder),
      Text(extent={{-150,-80},{150,-120}}, textString="ratio=%ratio")}),
    Documentation(info="<html><p><code>flange_a.phi = ratio*flange_b.phi</code>,
<code>flange_b.tau = -ratio*flange_a.tau</code>. The housing is fixed.</p></html>"));
end IdealGear;
