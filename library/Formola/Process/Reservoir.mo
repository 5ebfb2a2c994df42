within Formola.Process;
model Reservoir "Constant pressure"
  parameter Units.Pressure p0 = 101325 "Pressure";
  Interfaces.LiquidPort port "Port"
    annotation (Placement(transformation(extent={{90,-10},{110,10}})));
equation
  port.p = p0;
  annotation (Icon(graphics={
      Ellipse(extent={{-80,80},{80,-80}}, lineColor={0,90,130}, fillColor={170,215,235},
        fillPattern=FillPattern.Solid),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p><code>port.p = p0</code>.</p></html>"));
end Reservoir;
