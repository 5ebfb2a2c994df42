within Formola.Process;
model GasVolume "Control volume of an ideal gas: balances of mass and energy"
  parameter Units.Volume V(start=1) "Volume";
  parameter Units.SpecificHeatCapacity R = 287 "Gas constant";
  parameter Units.SpecificHeatCapacity cp = 1004.5 "Specific heat capacity at constant pressure";
  Units.Pressure p(start=101325, nominal=1e5, stateSelect=StateSelect.prefer) "Pressure";
  Units.Temperature T(start=293.15, stateSelect=StateSelect.prefer) "Temperature";
  Units.Mass m "Mass of the gas";
  Units.Energy U(nominal=1e5) "Internal energy";
  Interfaces.GasPort port_a "Left port"
    annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
  Interfaces.GasPort port_b "Right port"
    annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  Formola.Interfaces.HeatPort_a heatPort "Wall"
    annotation (Placement(transformation(extent={{-10,-110},{10,-90}})));
equation
  p*V = m*R*T;
  U = m*(cp - R)*T;
  der(m) = port_a.m_flow + port_b.m_flow;
  der(U) = port_a.m_flow*actualStream(port_a.h_outflow)
    + port_b.m_flow*actualStream(port_b.h_outflow) + heatPort.Q_flow;
  port_a.p = p;
  port_b.p = p;
  port_a.h_outflow = cp*T;
  port_b.h_outflow = cp*T;
  heatPort.T = T;
  annotation (Icon(graphics={
      Ellipse(extent={{-80,80},{80,-80}}, lineColor={0,90,130}, fillColor={225,240,250},
        fillPattern=FillPattern.Solid),
      Line(points={{-90,0},{-80,0}}, color={0,90,130}),
      Line(points={{80,0},{90,0}}, color={0,90,130}),
      Text(extent={{-60,30},{60,-30}}, textString="V=%V"),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html>
<p>A well-mixed volume: <code>p*V = m*R*T</code>, <code>U = m*(cp - R)*T</code>, <code>der(m)</code>
is the sum of the mass flows and <code>der(U)</code> that of the enthalpy flows and of the heat
through the wall. Pressure and temperature are the preferred states, which index reduction gets from
the balances. A wall that is not connected is adiabatic. All components of a network must have the
same <code>R</code> and <code>cp</code>.</p></html>"));
end GasVolume;
