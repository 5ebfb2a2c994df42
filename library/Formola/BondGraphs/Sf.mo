within Formola.BondGraphs;
model Sf "Source of a constant flow"
  parameter Real f0(start=1) "Flow";
  Interfaces.Port p "Bond that points away"
    annotation (Placement(transformation(extent={{90,-10},{110,10}})));
equation
  p.f = -f0;
  annotation (Icon(graphics={
      Text(extent={{-80,40},{80,-40}}, textString="Sf", textColor={0,110,110}),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255}),
      Text(extent={{-150,-50},{150,-90}}, textString="%f0")}),
    Documentation(info="<html><p>Gives the flow <code>f0</code> at any effort: current source, given
velocity.</p></html>"));
end Sf;
