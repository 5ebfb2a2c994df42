within Formola.BondGraphs;
model Se "Source of a constant effort"
  parameter Real e0(start=1) "Effort";
  Interfaces.Port p "Bond that points away"
    annotation (Placement(transformation(extent={{90,-10},{110,10}})));
equation
  p.e = e0;
  annotation (Icon(graphics={
      Text(extent={{-80,40},{80,-40}}, textString="Se", textColor={0,110,110}),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255}),
      Text(extent={{-150,-50},{150,-90}}, textString="%e0")}),
    Documentation(info="<html><p>Gives any flow at the effort <code>e0</code>: voltage source, gravity,
reservoir.</p></html>"));
end Se;
