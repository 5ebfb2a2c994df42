within Formola.Thermal;
model Convection "Heat transfer between a surface and a fluid"
  Units.HeatFlowRate Q_flow "Heat flow rate from the solid to the fluid";
  Units.TemperatureDifference dT "solid.T - fluid.T";
  Interfaces.HeatPort_a solid "Solid side"
    annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
  Interfaces.HeatPort_b fluid "Fluid side"
    annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  Interfaces.RealInput Gc(unit="W/K") "Convective conductance"
    annotation (Placement(transformation(extent={{-20,-20},{20,20}}, rotation=270,
      origin={0,110})));
equation
  dT = solid.T - fluid.T;
  solid.Q_flow = Q_flow;
  fluid.Q_flow = -Q_flow;
  Q_flow = Gc*dT;
  annotation (Icon(graphics={
      Rectangle(extent={{-90,70},{-60,-70}}, lineColor={191,0,0}, fillColor={255,225,220},
        fillPattern=FillPattern.Backward),
      Line(points={{-50,30},{80,30}}, color={0,127,255}, arrow={Arrow.None,Arrow.Filled}),
      Line(points={{-50,-30},{80,-30}}, color={0,127,255}, arrow={Arrow.None,Arrow.Filled}),
      Text(extent={{-150,-80},{150,-120}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p><code>Q_flow = Gc*(solid.T - fluid.T)</code>; <code>Gc</code> is
the heat transfer
coefficient times the area.</p></html>"));
end Convection;
