within Formola.Translational;
model CoulombFriction "Friction between a sliding part and the housing"
  extends Interfaces.TwoTranslationalFlanges;
  extends Friction(normal=1, isFree=false);
  Units.Position s "Position of the part";
  Units.Power LossPower "Dissipated power";
equation
  s = flange_a.s;
  s = flange_b.s;
  v_rel = der(s);
  a_rel = der(v_rel);
  0 = flange_a.f + flange_b.f - f;
  LossPower = f*v_rel;
  annotation (Icon(graphics={
      Rectangle(extent={{-70,30},{70,-10}}, lineColor={0,127,0}, fillColor={200,225,200},
        fillPattern=FillPattern.Solid),
      Rectangle(extent={{-90,-10},{90,-30}}, fillColor={160,160,160},
        fillPattern=FillPattern.Forward)}),
    Documentation(info="<html><p>Coulomb friction with stiction and viscous friction.</p></html>"));
end CoulombFriction;
