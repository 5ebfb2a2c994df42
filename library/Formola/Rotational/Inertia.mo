within Formola.Rotational;
model Inertia "Rigid rotating body"
  extends Interfaces.TwoFlanges;
  parameter Units.Inertia J(min=0, start=1) "Moment of inertia";
  parameter StateSelect stateSelect = StateSelect.default "Priority of phi and w as states";
  Units.Angle phi(start=0, stateSelect=stateSelect) "Angle";
  Units.AngularVelocity w(start=0, stateSelect=stateSelect) "Speed";
  Units.AngularAcceleration a(start=0) "Acceleration";
equation
  phi = flange_a.phi;
  phi = flange_b.phi;
  w = der(phi);
  a = der(w);
  J*a = flange_a.tau + flange_b.tau + residue(a);
  annotation (Icon(graphics={
      Rectangle(extent={{-100,10},{-50,-10}}, fillColor={190,190,190},
        fillPattern=FillPattern.HorizontalCylinder),
      Rectangle(extent={{50,10},{100,-10}}, fillColor={190,190,190},
        fillPattern=FillPattern.HorizontalCylinder),
      Rectangle(extent={{-50,50},{50,-50}}, lineColor={64,64,64}, fillColor={190,190,190},
        fillPattern=FillPattern.HorizontalCylinder),
      Text(extent={{-150,-60},{150,-100}}, textString="J=%J")}),
    Documentation(info="<html><p><code>J*der(w) = flange_a.tau + flange_b.tau</code>.</p></html>"));
end Inertia;
