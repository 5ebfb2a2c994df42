within Formola.Rotational;
model LossyGear "Gear with mesh efficiency and bearing friction"
  extends Friction(tau_c=0, normal=1, isFree=false);
  extends Interfaces.TwoFlanges;
  parameter Real ratio(start=1) "Transmission ratio, flange_a.phi/flange_b.phi";
  parameter Real eta(min=Constants.small, max=1) = 1
    "Efficiency of the mesh in both directions of power flow";
  parameter Units.AngularVelocity w_eta(min=Constants.small) = 1e-3
    "Below this speed of flange_a the mesh losses fade out";
  Units.Angle phi_a "Angle of flange_a";
  Units.Power power_a "Power that enters the mesh on the side of flange_a";
  Units.Torque tau_mesh "Torque that enters the mesh on the side of flange_a";
  Units.Power LossPower "Power lost in mesh and bearing";
protected
  Real loss "Relative loss, positive when the power flows from a to b";
equation
  phi_a = flange_a.phi;
  phi_a = ratio*flange_b.phi;
  w_rel = der(phi_a);
  a_rel = der(w_rel);
  // Bearing friction acts on the side of flange_a.
  flange_a.tau = tau_mesh + tau;
  power_a = tau_mesh*w_rel;
  // Driving: tau_b = -ratio*eta*tau_mesh; driven: tau_b = -ratio/eta*tau_mesh. The switch between
  // both
  // is made continuous in the speed, so that the gear has no mode of its own beside the bearing's.
  loss = noEvent(min(abs(w_rel)/w_eta, 1))*(if power_a >= 0 then 1 - eta else 1 - 1/eta);
  flange_b.tau = -ratio*(1 - loss)*tau_mesh;
  LossPower = flange_a.tau*w_rel + flange_b.tau*w_rel/ratio;
  annotation (Icon(graphics={
      Rectangle(extent={{-40,64},{-20,-70}}, lineColor={64,64,64}, fillColor={190,190,190},
        fillPattern=FillPattern.HorizontalCylinder),
      Rectangle(extent={{-100,10},{-40,-10}}, fillColor={190,190,190},
        fillPattern=FillPattern.HorizontalCylinder),
      Rectangle(extent={{30,64},{50,-70}}, lineColor={64,64,64}, fillColor={190,190,190},
        fillPattern=FillPattern.HorizontalCylinder),
      Rectangle(extent={{50,10},{100,-10}}, fillColor={190,190,190},
        fillPattern=FillPattern.HorizontalCylinder),
      Text(extent={{-18,40},{28,-40}}, textString="eta"),
      Text(extent={{-150,-80},{150,-120}}, textString="ratio=%ratio")}),
    Documentation(info="<html><p>Ideal gear whose mesh loses the fraction <code>1 - eta</code> of
the power, in either
direction, with Coulomb and viscous friction of the bearing on the side of <code>flange_a</code>.
Self-locking gears (no motion backwards) are not covered.</p></html>"));
end LossyGear;
