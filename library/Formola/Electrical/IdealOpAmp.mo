within Formola.Electrical;
model IdealOpAmp "Ideal operational amplifier (nullator and norator)"
  Interfaces.PositivePin in_p "Non-inverting input"
    annotation (Placement(transformation(extent={{-110,-70},{-90,-50}})));
  Interfaces.NegativePin in_n "Inverting input"
    annotation (Placement(transformation(extent={{-110,50},{-90,70}})));
  Interfaces.PositivePin out "Output against ground"
    annotation (Placement(transformation(extent={{90,-10},{110,10}})));
equation
  in_p.v = in_n.v;
  in_p.i = 0;
  in_n.i = 0;
  annotation (Icon(graphics={
      Polygon(points={{-70,90},{70,0},{-70,-90},{-70,90}}, lineColor={0,0,255},
        fillColor={255,255,255}, fillPattern=FillPattern.Solid),
      Line(points={{-60,60},{-40,60}}, color={0,0,255}),
      Line(points={{-60,-60},{-40,-60}}, color={0,0,255}),
      Line(points={{-50,-50},{-50,-70}}, color={0,0,255}),
      Text(extent={{-150,140},{150,100}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p>The output takes the potential that makes both inputs equal; no
current flows into the inputs. The return of the output current is the ground of the
circuit.</p></html>"));
end IdealOpAmp;
