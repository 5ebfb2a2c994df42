within Formola.Process;
model Valve "Orifice or valve with turbulent flow"
  extends Interfaces.TwoPorts annotation (IconMap(primitivesVisible=false));
  parameter Real Cv(final unit="m3/(s.Pa(1/2))", start=1e-5)
    "Flow at the opening 1 and the pressure drop 1 Pa";
  parameter Units.Pressure dp_small(min=Constants.small) = 1
    "Below this pressure drop the flow becomes linear";
  Formola.Interfaces.RealInput opening "Opening, 0 .. 1"
    annotation (Placement(transformation(extent={{-20,-20},{20,20}}, rotation=270,
      origin={0,110})));
equation
  q = opening*Cv*Math.signedRoot(dp, dp_small);
  annotation (Icon(graphics={
      Polygon(points={{-90,40},{0,0},{-90,-40},{-90,40}}, lineColor={0,90,130},
        fillColor={255,255,255}, fillPattern=FillPattern.Solid),
      Polygon(points={{90,40},{0,0},{90,-40},{90,40}}, lineColor={0,90,130},
        fillColor={255,255,255}, fillPattern=FillPattern.Solid),
      Line(points={{0,90},{0,0}}, color={0,0,127}),
      Text(extent={{-150,-50},{150,-90}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p><code>q = opening*Cv*sign(dp)*sqrt(abs(dp))</code>, regularised
near zero.</p></html>"));
end Valve;
