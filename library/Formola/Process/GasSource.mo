within Formola.Process;
model GasSource "Mass flow given by a signal"
  parameter Units.Temperature T0 = 293.15 "Temperature of the gas";
  parameter Units.SpecificHeatCapacity cp = 1004.5 "Specific heat capacity at constant pressure";
  Formola.Interfaces.RealInput m_flow(unit="kg/s") "Mass flow rate out of the source"
    annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
  Interfaces.GasPort port "Port"
    annotation (Placement(transformation(extent={{90,-10},{110,10}})));
equation
  port.m_flow = -m_flow;
  port.h_outflow = cp*T0;
  annotation (Icon(graphics={
      Ellipse(extent={{-80,80},{80,-80}}, lineColor={0,90,130}, fillColor={255,255,255},
        fillPattern=FillPattern.Solid),
      Line(points={{-60,0},{60,0}}, color={0,90,130}, arrow={Arrow.None,Arrow.Filled}),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p>The mass flow <code>m_flow</code> leaves the source at any
pressure.</p></html>"));
end GasSource;
