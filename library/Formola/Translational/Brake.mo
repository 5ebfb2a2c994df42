within Formola.Translational;
model Brake "Brake pressed by a signal"
  extends Interfaces.TwoTranslationalFlanges annotation (IconMap(primitivesVisible=false));
  extends Friction(normal=max(f_normalized, 0), isFree=f_normalized <= 0);
  Units.Position s "Position of the part";
  Units.Power LossPower "Dissipated power";
  Interfaces.RealInput f_normalized "Normal force, 1 gives the Coulomb force f_c"
    annotation (Placement(transformation(extent={{-20,-20},{20,20}}, rotation=270,
      origin={0,110})));
equation
  s = flange_a.s;
  s = flange_b.s;
  v_rel = der(s);
  a_rel = der(v_rel);
  0 = flange_a.f + flange_b.f - f;
  LossPower = f*v_rel;
  annotation (Icon(graphics={
      Rectangle(extent={{-90,10},{90,-10}}, lineColor={0,127,0}, fillColor={200,225,200},
        fillPattern=FillPattern.Solid),
      Rectangle(extent={{-30,40},{30,12}}, fillColor={160,160,160}, fillPattern=FillPattern.Solid),
      Rectangle(extent={{-30,-12},{30,-40}}, fillColor={160,160,160},
        fillPattern=FillPattern.Solid),
      Text(extent={{-150,-50},{150,-90}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p>The Coulomb force is <code>f_c*f_normalized</code>; the brake is
free for values that are
not positive.</p></html>"));
end Brake;
