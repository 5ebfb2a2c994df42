within Formola.Thermal;
model HeatCapacitor "Lump that stores heat"
  parameter Units.HeatCapacity C(start=1) "Heat capacity";
  Units.Temperature T(start=293.15) "Temperature";
  Units.TemperatureSlope der_T(start=0) "Derivative of the temperature";
  Interfaces.HeatPort_a port "Port"
    annotation (Placement(transformation(extent={{-10,-110},{10,-90}})));
equation
  T = port.T;
  der_T = der(T);
  C*der(T) = port.Q_flow;
  annotation (Icon(graphics={
      Ellipse(extent={{-70,70},{70,-70}}, lineColor={191,0,0}, fillColor={255,225,220},
        fillPattern=FillPattern.Solid),
      Line(points={{0,-70},{0,-90}}, color={191,0,0}),
      Text(extent={{-60,30},{60,-30}}, textString="%C"),
      Text(extent={{-150,115},{150,75}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p><code>C*der(T) = port.Q_flow</code>.</p></html>"));
end HeatCapacitor;
