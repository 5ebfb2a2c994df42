within Formola;
package Process "Process units: tanks, gas volumes, steam, reactors"
  extends Icons.Package;

  annotation (Icon(graphics={
      Rectangle(extent={{-50,60},{50,-50}}, lineColor={0,90,130}),
      Rectangle(extent={{-50,10},{50,-50}}, lineColor={0,90,130}, fillColor={170,215,235},
        fillPattern=FillPattern.Solid),
      Line(points={{50,-40},{90,-40}}, color={0,90,130})}),
    Documentation(info="<html>
<p>Networks of incompressible liquids, whose ports carry pressure and volume flow rate; networks of an
ideal gas, whose ports carry pressure, mass flow rate and the enthalpy of the gas that flows (a stream
variable, right for either direction of the flow); and units with energy and substance balances:
superheater, stirred tank, reaction networks, distillation column.</p></html>"));
end Process;
