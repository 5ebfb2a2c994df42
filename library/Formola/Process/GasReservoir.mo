within Formola.Process;
model GasReservoir "Gas of constant pressure and temperature"
  parameter Units.Pressure p0 = 101325 "Pressure";
  parameter Units.Temperature T0 = 293.15 "Temperature";
  parameter Units.SpecificHeatCapacity cp = 1004.5 "Specific heat capacity at constant pressure";
  Interfaces.GasPort port "Port"
    annotation (Placement(transformation(extent={{90,-10},{110,10}})));
equation
  port.p = p0;
  port.h_outflow = cp*T0;
  annotation (Icon(graphics={
      Ellipse(extent={{-80,80},{80,-80}}, lineColor={0,90,130}, fillColor={200,225,245},
        fillPattern=FillPattern.Solid),
      Text(extent={{-60,30},{60,-30}}, textString="p, T"),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p>Gas that flows out has the temperature <code>T0</code>; it takes up
any flow.</p></html>"));
end GasReservoir;
