within Formola;
package Process "Process units: tanks, steam, reactors"
  extends Icons.Package;

  annotation (Icon(graphics={
      Rectangle(extent={{-50,60},{50,-50}}, lineColor={0,90,130}),
      Rectangle(extent={{-50,10},{50,-50}}, lineColor={0,90,130}, fillColor={170,215,235},
        fillPattern=FillPattern.Solid),
      Line(points={{50,-40},{90,-40}}, color={0,90,130})}),
    Documentation(info="<html>
<p>Incompressible liquid networks with ports for pressure and volume flow rate, and control volumes
with energy and substance balances.</p></html>"));
end Process;
