within Formola.BondGraphs;
model GY "Gyrator"
  extends Interfaces.TwoPort;
  parameter Real r(start=1) "Ratio, a.e = r times the flow at b";
equation
  a.e = -r*b.f;
  b.e = r*a.f;
  annotation (Icon(graphics={
      Text(extent={{-80,40},{80,-40}}, textString="GY", textColor={0,110,110}),
      Text(extent={{-150,-50},{150,-90}}, textString="%r")}),
    Documentation(info="<html><p>Efforts to flows: a motor turns its current into a torque and its speed into a
voltage, both with the constant <code>r</code>.</p></html>"));
end GY;
