within Formola;
package Blocks "Signal blocks for control"
  extends Icons.Package;

  annotation (Icon(graphics={
      Rectangle(extent={{-60,40},{60,-40}}, lineColor={0,0,127}),
      Line(points={{-90,0},{-60,0}}, color={0,0,127}),
      Line(points={{60,0},{90,0}}, color={0,0,127})}),
    Documentation(info="<html>
<p>Blocks with signal inputs and outputs: sources, mathematical, continuous, nonlinear, sampled and
logical blocks.</p></html>"));
end Blocks;
