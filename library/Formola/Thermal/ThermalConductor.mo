within Formola.Thermal;
model ThermalConductor "Linear heat conduction"
  extends Interfaces.HeatElement;
  parameter Units.ThermalConductance G(start=1) "Thermal conductance";
equation
  Q_flow = G*dT;
  annotation (Icon(graphics={
      Rectangle(extent={{-90,60},{90,-60}}, lineColor={191,0,0}, fillColor={255,235,230},
        fillPattern=FillPattern.Backward),
      Text(extent={{-150,-70},{150,-110}}, textString="G=%G")}),
    Documentation(info="<html><p><code>Q_flow = G*(port_a.T - port_b.T)</code>.</p></html>"));
end ThermalConductor;
