within Formola.Rotational;
model Backlash "Spring and damper with backlash"
  extends Interfaces.CompliantWithRelativeState;
  parameter Units.RotationalStiffness c(start=1e5) "Stiffness in contact";
  parameter Units.RotationalDamping d(start=0) "Damping constant in contact";
  parameter Units.Angle b(min=0) = 0 "Total backlash";
protected
  Units.Angle phi_c "Angle of the contact spring";
  Units.Torque tau_c "Torque of the spring";
  Units.Torque tau_d "Torque of the damper, at most as large as that of the spring";
equation
  phi_c = smooth(0, if phi_rel > b/2 then phi_rel - b/2 else if phi_rel < -b/2 then
    phi_rel + b/2 else 0);
  tau_c = c*phi_c;
  tau_d = d*w_rel;
  // The damper never pulls, and never makes the contact more than twice as stiff.
  tau = smooth(0, if phi_c > 0 then tau_c + noEvent(min(max(tau_d, -tau_c), tau_c))
    else if phi_c < 0 then tau_c + noEvent(max(min(tau_d, -tau_c), tau_c)) else 0);
  annotation (Icon(graphics={
      Line(points={{-100,0},{-40,0},{-40,40},{10,40}}), Line(points={{-40,0},{-40,-40},{10,-40}}),
      Line(points={{30,40},{30,-40}}), Line(points={{30,0},{100,0}})}),
    Documentation(info="<html><p>No torque inside the backlash; outside a spring and a damper whose
torque is limited
by that of the spring, so that the contact never pulls.</p></html>"));
end Backlash;
