within Formola.Rotational;
model BearingFriction "Friction between a shaft and the housing"
  extends Interfaces.TwoFlanges;
  extends Friction(normal=1, isFree=false);
  Units.Angle phi "Angle of the shaft";
  Units.Power LossPower "Dissipated power";
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
      Rectangle(extent={{-60,40},{60,12}}, fillColor={160,160,160},
        fillPattern=FillPattern.Forward),
      Rectangle(extent={{-60,-12},{60,-40}}, fillColor={160,160,160},
        fillPattern=FillPattern.Forward)}),
    Documentation(info="<html><p>Coulomb friction with stiction and viscous friction.</p></html>"));
end BearingFriction;
