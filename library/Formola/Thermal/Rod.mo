within Formola.Thermal;
model Rod "Rod of n equal lumps"
  parameter Integer n(min=1) = 10 "Number of lumps";
  parameter Units.HeatCapacity C(start=1) "Total heat capacity";
  parameter Units.ThermalConductance G(start=1) "Conductance from end to end";
  parameter Units.Temperature T_start = 293.15 "Temperature at the start";
  HeatCapacitor lump[n](each C=C/n, each T(start=T_start, fixed=true)) "Lumps";
  ThermalConductor between[n - 1](each G=G*n) "Between the lumps";
  ThermalConductor left(G=2*n*G) "From port_a to the middle of the first lump";
  ThermalConductor right(G=2*n*G) "From the middle of the last lump to port_b";
  Interfaces.HeatPort_a port_a "Left end"
    annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
  Interfaces.HeatPort_b port_b "Right end"
    annotation (Placement(transformation(extent={{90,-10},{110,10}})));
equation
  connect(port_a, left.port_a);
  connect(left.port_b, lump[1].port);
  for k in 1:n - 1 loop
    connect(lump[k].port, between[k].port_a);
    connect(between[k].port_b, lump[k + 1].port);
  end for;
  connect(lump[n].port, right.port_a);
  connect(right.port_b, port_b);
  annotation (Icon(graphics={
      Rectangle(extent={{-90,20},{90,-20}}, lineColor={191,0,0}, fillColor={255,225,220},
        fillPattern=FillPattern.Solid),
      Line(points={{-45,20},{-45,-20}}, color={191,0,0}),
      Line(points={{0,20},{0,-20}}, color={191,0,0}),
      Line(points={{45,20},{45,-20}}, color={191,0,0}),
      Text(extent={{-150,70},{150,30}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p>One-dimensional conduction, discretised into <code>n</code>
lumps.</p></html>"));
end Rod;
