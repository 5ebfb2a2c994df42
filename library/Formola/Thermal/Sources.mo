within Formola.Thermal;
package Sources "Temperatures and heat flows"
  extends Icons.Package;

  model FixedTemperature "Constant temperature"
    parameter Units.Temperature T "Temperature";
    Interfaces.HeatPort_b port "Port"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    port.T = T;
    annotation (Icon(graphics={
      Rectangle(extent={{-90,60},{60,-60}}, lineColor={191,0,0}, fillColor={255,235,230},
        fillPattern=FillPattern.Solid),
      Line(points={{60,0},{90,0}}, color={191,0,0}),
      Text(extent={{-80,30},{50,-30}}, textString="T=%T"),
      Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p><code>port.T = T</code>.</p></html>"));
  end FixedTemperature;

  model PrescribedTemperature "Temperature given by a signal"
    Interfaces.RealInput T(unit="K") "Temperature"
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
    Interfaces.HeatPort_b port "Port"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    port.T = T;
    annotation (Icon(graphics={
      Rectangle(extent={{-90,60},{60,-60}}, lineColor={191,0,0}, fillColor={255,235,230},
        fillPattern=FillPattern.Solid),
      Line(points={{60,0},{90,0}}, color={191,0,0}),
      Text(extent={{-80,30},{50,-30}}, textString="T"),
      Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p><code>port.T = T</code>.</p></html>"));
  end PrescribedTemperature;

  model FixedHeatFlow "Constant heat flow"
    parameter Units.HeatFlowRate Q_flow(start=1) "Heat flow rate out of the source";
    Interfaces.HeatPort_b port "Port"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    port.Q_flow = -Q_flow;
    annotation (Icon(graphics={
      Rectangle(extent={{-90,60},{60,-60}}, lineColor={191,0,0}, fillColor={255,235,230},
        fillPattern=FillPattern.Solid),
      Line(points={{60,0},{90,0}}, color={191,0,0}),
      Text(extent={{-80,30},{50,-30}}, textString="Q=%Q_flow"),
      Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>The heat flow <code>Q_flow</code> leaves the
source.</p></html>"));
  end FixedHeatFlow;

  model PrescribedHeatFlow "Heat flow given by a signal"
    Interfaces.RealInput Q_flow(unit="W") "Heat flow rate out of the source"
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
    Interfaces.HeatPort_b port "Port"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    port.Q_flow = -Q_flow;
    annotation (Icon(graphics={
      Rectangle(extent={{-90,60},{60,-60}}, lineColor={191,0,0}, fillColor={255,235,230},
        fillPattern=FillPattern.Solid),
      Line(points={{60,0},{90,0}}, color={191,0,0}),
      Text(extent={{-80,30},{50,-30}}, textString="Q"),
      Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>The heat flow <code>Q_flow</code> leaves the
source.</p></html>"));
  end PrescribedHeatFlow;

  annotation (Documentation(info="<html><p>Boundary conditions of thermal networks.</p></html>"));
end Sources;
