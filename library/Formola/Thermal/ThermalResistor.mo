within Formola.Thermal;
model ThermalResistor "Linear heat conduction, by the resistance"
  extends Interfaces.HeatElement;
  parameter Units.ThermalResistance R(start=1) "Thermal resistance";
equation
  dT = R*Q_flow;
  annotation (Icon(graphics={
      Rectangle(extent={{-90,60},{90,-60}}, lineColor={191,0,0}, fillColor={255,235,230},
        fillPattern=FillPattern.Backward),
      Text(extent={{-150,-70},{150,-110}}, textString="R=%R")}),
    Documentation(info="<html><p><code>port_a.T - port_b.T = R*Q_flow</code>.</p></html>"));
end ThermalResistor;
