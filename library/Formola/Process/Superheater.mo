within Formola.Process;
model Superheater "Steam volume that is heated while steam flows through"
  parameter Units.Volume V = 10 "Volume";
  parameter StateSelect preferEnergy = StateSelect.default "Priority of the energy as state";
  parameter StateSelect preferEnthalpy = StateSelect.default "Priority of the enthalpy as state";
  Units.Energy E(stateSelect=preferEnergy, nominal=1e8) "Stored energy";
  Units.SpecificEnthalpy h(start=3e6, stateSelect=preferEnthalpy, nominal=1e6)
    "Enthalpy of the steam";
  Units.Density r(start=20) "Density of the steam";
  Formola.Interfaces.RealInput Qin(unit="W") "Heat flow"
    annotation (Placement(transformation(extent={{-20,-20},{20,20}}, rotation=90,
      origin={0,-120})));
  Formola.Interfaces.RealInput W(unit="kg/s") "Mass flow of steam"
    annotation (Placement(transformation(extent={{-140,40},{-100,80}})));
  Formola.Interfaces.RealInput hin(unit="J/kg") "Enthalpy of the incoming steam"
    annotation (Placement(transformation(extent={{-140,-80},{-100,-40}})));
equation
  der(E) = Qin - W*(h - hin);
  E = V*r*h;
  r = steamDensity(h);
  annotation (Icon(graphics={
      Rectangle(extent={{-100,60},{100,-60}}, lineColor={160,60,0}, fillColor={255,240,225},
        fillPattern=FillPattern.Solid),
      Line(points={{-100,0},{-70,0},{-60,40},{-40,-40},{-20,40},{0,-40},{20,40},{40,-40},{60,40},{70,0},{100,0}}, color={160,60,0}),
      Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html>
<p><code>der(E) = Qin - W*(h - hin)</code>, <code>E = V*r*h</code>, <code>r =
steamDensity(h)</code>. With <code>E</code> as state, <code>h</code>
and <code>r</code> follow from a nonlinear block; with <code>h</code> as state the last two
equations are
differentiated and <code>der(h) = der(E)/(V*h*dr/dh + V*r)</code> comes out. The choice is made by
<code>stateSelect</code> alone.</p></html>"));
end Superheater;
