within Formola.Translational;
model Mass "Rigid sliding body"
  extends Interfaces.TwoTranslationalFlanges;
  parameter Units.Mass m(min=0, start=1) "Mass";
  parameter Units.Length L = 0 "Length from flange_a to flange_b";
  parameter StateSelect stateSelect = StateSelect.default "Priority of s and v as states";
  Units.Position s(start=0, stateSelect=stateSelect) "Position of the centre";
  Units.Velocity v(start=0, stateSelect=stateSelect) "Speed";
  Units.Acceleration a(start=0) "Acceleration";
equation
  flange_a.s = s - L/2;
  flange_b.s = s + L/2;
  v = der(s);
  a = der(v);
  m*a = flange_a.f + flange_b.f + residue(a);
  annotation (Icon(graphics={
      Rectangle(extent={{-60,40},{60,-40}}, lineColor={0,127,0}, fillColor={200,225,200},
        fillPattern=FillPattern.Solid),
      Line(points={{-100,0},{-60,0}}, color={0,127,0}),
      Line(points={{60,0},{100,0}}, color={0,127,0}),
      Text(extent={{-150,-50},{150,-90}}, textString="m=%m")}),
    Documentation(info="<html><p><code>m*der(v) = flange_a.f + flange_b.f</code>.</p></html>"));
end Mass;
