within Formola.Electrical;
model Resistor "Linear resistor, optionally temperature dependent"
  extends Interfaces.OnePort;
  parameter Units.Resistance R(start=1) "Resistance at T_ref";
  parameter Units.LinearTemperatureCoefficient alpha = 0 "Temperature coefficient";
  parameter Units.Temperature T_ref = 300.15 "Reference temperature";
  parameter Boolean useHeatPort = false "true: dissipated power leaves through heatPort"
    annotation (Evaluate=true);
  parameter Units.Temperature T = T_ref "Temperature when the heat port is not used";
  Units.Power LossPower "Dissipated power";
  Interfaces.HeatPort_b heatPort(T=T_heat, Q_flow=-LossPower) if useHeatPort "Heat port"
    annotation (Placement(transformation(extent={{-10,-110},{10,-90}})));
protected
  Units.Temperature T_heat "Temperature of the resistor";
equation
  if not useHeatPort then
    T_heat = T;
  end if;
  R*(1 + alpha*(T_heat - T_ref))*i = relax(p.v) - relax(n.v);
  LossPower = v*i;
  annotation (Icon(graphics={
      Rectangle(extent={{-70,30},{70,-30}}, lineColor={0,0,255}, fillColor={255,255,255},
        fillPattern=FillPattern.Solid),
      Line(points={{-90,0},{-70,0}}, color={0,0,255}),
      Line(points={{70,0},{90,0}}, color={0,0,255}),
      Text(extent={{-150,-40},{150,-80}}, textString="R=%R")}),
    Documentation(info="<html>
<p><code>v = R*(1 + alpha*(T - T_ref))*i</code>. The potentials are relaxed, which leads to the
equations of modified nodal analysis when blocks are eliminated in that order.</p>
</html>"));
end Resistor;
