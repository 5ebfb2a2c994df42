within Formola.Electrical;
model VariableResistor "Resistor whose resistance is a signal"
  extends Interfaces.OnePort;
  Interfaces.RealInput R(unit="Ohm") "Resistance"
    annotation (Placement(transformation(extent={{-20,-20},{20,20}}, rotation=270,
      origin={0,110})));
equation
  v = R*i;
  annotation (Icon(graphics={
      Rectangle(extent={{-70,30},{70,-30}}, lineColor={0,0,255}, fillColor={255,255,255},
        fillPattern=FillPattern.Solid),
      Line(points={{-90,0},{-70,0}}, color={0,0,255}),
      Line(points={{70,0},{90,0}}, color={0,0,255}),
      Line(points={{-50,-50},{50,50}}, color={0,0,255})}),
    Documentation(info="<html><p><code>v = R*i</code> with the input <code>R</code>.</p></html>"));
end VariableResistor;
