within Formola.Electrical;
model IdealDiode "Diode with a curve of two straight lines"
  extends Interfaces.OnePort;
  parameter Units.Resistance Ron(min=0) = 1e-5 "Resistance when conducting";
  parameter Units.Conductance Goff(min=0) = 1e-5 "Conductance when blocking";
  parameter Units.Voltage Vknee(min=0) = 0 "Voltage at the knee";
  Boolean off(start=true) "true when blocking";
protected
  Real s(start=0) "Curve parameter: current above the knee, voltage below";
  constant Units.Voltage unitVoltage = 1;
  constant Units.Current unitCurrent = 1;
equation
  off = s < 0;
  v = s*unitVoltage*(if off then 1 else Ron*unitCurrent/unitVoltage) + Vknee;
  i = s*unitCurrent*(if off then Goff*unitVoltage/unitCurrent else 1) + Goff*Vknee;
  annotation (Icon(graphics={
      Line(points={{-90,0},{90,0}}, color={0,0,255}),
      Polygon(points={{-30,40},{30,0},{-30,-40},{-30,40}}, lineColor={0,0,255}),
      Line(points={{30,40},{30,-40}}, color={0,0,255})}),
    Documentation(info="<html>
<p>The characteristic is described by a curve parameter <code>s</code>, so that both
<code>Ron = 0</code> and <code>Goff = 0</code> are possible (Clauss, Elmqvist, Mattsson, Otter,
Schwarz: Mixed domain modeling in Modelica, 1999).</p></html>"));
end IdealDiode;
