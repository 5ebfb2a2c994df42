within Formola;
package Thermal "Heat conduction and storage"
  extends Icons.Package;

  annotation (Icon(graphics={
      Rectangle(extent={{-60,40},{60,-40}}, lineColor={191,0,0}, fillColor={255,225,220},
        fillPattern=FillPattern.Solid),
      Line(points={{-90,0},{-60,0}}, color={191,0,0}),
      Line(points={{60,0},{90,0}}, color={191,0,0})}),
    Documentation(info="<html><p>Lumped thermal networks. Ports carry the temperature and the heat
flow rate.</p></html>"));
end Thermal;
