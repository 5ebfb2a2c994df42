within Formola.Process;
model GasThrottle "Flow resistance without heat loss"
  parameter Real G(final unit="kg/(s.Pa)", start=1e-6) "Mass flow per pressure drop";
  Units.Pressure dp "port_a.p - port_b.p";
  Units.MassFlowRate m_flow "Mass flow rate from port_a to port_b";
  Interfaces.GasPort port_a "Left port"
    annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
  Interfaces.GasPort port_b "Right port"
    annotation (Placement(transformation(extent={{90,-10},{110,10}})));
equation
  dp = port_a.p - port_b.p;
  m_flow = G*dp;
  port_a.m_flow = m_flow;
  port_b.m_flow = -m_flow;
  // The enthalpy goes through, in either direction.
  port_a.h_outflow = inStream(port_b.h_outflow);
  port_b.h_outflow = inStream(port_a.h_outflow);
  annotation (Icon(graphics={
      Line(points={{-90,40},{-20,12},{20,12},{90,40}}, color={0,90,130}),
      Line(points={{-90,-40},{-20,-12},{20,-12},{90,-40}}, color={0,90,130}),
      Line(points={{-60,0},{60,0}}, color={0,90,130}, arrow={Arrow.None,Arrow.Filled}),
      Text(extent={{-150,90},{150,50}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p><code>m_flow = G*(port_a.p - port_b.p)</code>, laminar; the specific
enthalpy of the gas does not change.</p></html>"));
end GasThrottle;
