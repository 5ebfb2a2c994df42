within Formola.Thermal;
model Rod "Rod of n equal lumps"
  parameter Integer n(min=1) = 10 "Number of lumps";
  parameter Units.HeatCapacity C(start=1) "Total heat capacity";
  parameter Units.ThermalConductance G(start=1) "Conductance from end to end";
  parameter Units.Temperature T_start = 293.15 "Temperature at the start";
  HeatCapacitor lump[n](each C=C/n, each T(start=T_start, fixed=true)) "Lumps"
    annotation (Placement(transformation(extent={{-10,10},{10,30}})));
  ThermalConductor between[n - 1](each G=G*n) "Between the lumps"
    annotation (Placement(transformation(extent={{-10,-50},{10,-30}})));
  ThermalConductor left(G=2*n*G) "From port_a to the middle of the first lump"
    annotation (Placement(transformation(extent={{-80,-10},{-60,10}})));
  ThermalConductor right(G=2*n*G) "From the middle of the last lump to port_b"
    annotation (Placement(transformation(extent={{60,-10},{80,10}})));
  Interfaces.HeatPort_a port_a "Left end"
    annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
  Interfaces.HeatPort_b port_b "Right end"
    annotation (Placement(transformation(extent={{90,-10},{110,10}})));
equation
  connect(port_a, left.port_a) annotation (Line(points={{-100,0},{-80,0}}, color={191,0,0}));
  connect(left.port_b, lump[1].port)
    annotation (Line(points={{-60,0},{0,0},{0,10}}, color={191,0,0}));
  for k in 1:n - 1 loop
    connect(lump[k].port, between[k].port_a)
      annotation (Line(points={{0,10},{0,0},{-30,0},{-30,-40},{-10,-40}}, color={191,0,0}));
    connect(between[k].port_b, lump[k + 1].port)
      annotation (Line(points={{10,-40},{30,-40},{30,0},{0,0},{0,10}}, color={191,0,0}));
  end for;
  connect(lump[n].port, right.port_a)
    annotation (Line(points={{0,10},{0,0},{60,0}}, color={191,0,0}));
  connect(right.port_b, port_b) annotation (Line(points={{80,0},{100,0}}, color={191,0,0}));
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
