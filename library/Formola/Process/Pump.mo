within Formola.Process;
model Pump "Prescribed flow"
  extends Interfaces.TwoPorts annotation (IconMap(primitivesVisible=false));
  Formola.Interfaces.RealInput q_ref(unit="m3/s") "Flow rate from port_a to port_b"
    annotation (Placement(transformation(extent={{-20,-20},{20,20}}, rotation=270,
      origin={0,110})));
equation
  q = q_ref;
  annotation (Icon(graphics={
      Ellipse(extent={{-70,70},{70,-70}}, lineColor={0,90,130}, fillColor={255,255,255},
        fillPattern=FillPattern.Solid),
      Polygon(points={{-30,50},{70,0},{-30,-50},{-30,50}}, lineColor={0,90,130}),
      Text(extent={{-150,-80},{150,-120}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p><code>q = q_ref</code> at any pressure.</p></html>"));
end Pump;
