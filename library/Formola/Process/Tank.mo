within Formola.Process;
model Tank "Open tank with an outlet at the bottom"
  parameter Units.Area A(start=1) "Cross section";
  parameter Units.Density rho = 1000 "Density";
  parameter Units.Pressure p0 = 101325 "Pressure of the surroundings";
  parameter Units.Acceleration g = Constants.g_n "Gravity";
  Units.Length h(start=1) "Level";
  Interfaces.LiquidPort port "Port at the bottom"
    annotation (Placement(transformation(extent={{-10,-110},{10,-90}})));
equation
  A*der(h) = port.q;
  port.p = p0 + rho*g*h;
  annotation (Icon(graphics={
      Line(points={{-70,80},{-70,-80},{70,-80},{70,80}}, color={0,90,130}),
      Rectangle(extent={{-70,20},{70,-80}}, lineColor={0,90,130}, fillColor={170,215,235},
        fillPattern=FillPattern.Solid),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p><code>A*der(h) = port.q</code>, <code>port.p = p0 +
rho*g*h</code>.</p></html>"));
end Tank;
