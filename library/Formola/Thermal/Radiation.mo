within Formola.Thermal;
model Radiation "Heat radiation between two bodies"
  extends Interfaces.HeatElement;
  parameter Real Gr(unit="m2", start=1)
    "Net radiation conductance (emissivity, area and view factor)";
equation
  Q_flow = Gr*Constants.sigma*(port_a.T^4 - port_b.T^4);
  annotation (Icon(graphics={
      Rectangle(extent={{-90,70},{-60,-70}}, lineColor={191,0,0}, fillColor={255,225,220},
        fillPattern=FillPattern.Backward),
      Rectangle(extent={{60,70},{90,-70}}, lineColor={191,0,0}, fillColor={255,225,220},
        fillPattern=FillPattern.Backward),
      Line(points={{-50,0},{-30,15},{-10,-15},{10,15},{30,-15},{50,0}}, color={191,0,0},
        smooth=Smooth.Bezier)}),
    Documentation(info="<html><p><code>Q_flow = Gr*sigma*(port_a.T^4 -
port_b.T^4)</code>.</p></html>"));
end Radiation;
