within Formola.Electrical;
model IdealThyristor "Thyristor with a curve of two straight lines"
  extends Interfaces.OnePort;
  parameter Units.Resistance Ron(min=0) = 1e-5 "Resistance when conducting";
  parameter Units.Conductance Goff(min=0) = 1e-5 "Conductance when blocking";
  parameter Units.Voltage Vknee(min=0) = 0 "Voltage at the knee";
  Boolean off(start=true) "true when blocking";
  Interfaces.BooleanInput fire "Gate"
    annotation (Placement(transformation(extent={{-20,-20},{20,20}}, rotation=270,
      origin={60,110})));
protected
  Real s(start=0) "Curve parameter";
  constant Units.Voltage unitVoltage = 1;
  constant Units.Current unitCurrent = 1;
equation
  off = s < 0 or pre(off) and not fire;
  v = s*unitVoltage*(if off then 1 else Ron*unitCurrent/unitVoltage) + Vknee;
  i = s*unitCurrent*(if off then Goff*unitVoltage/unitCurrent else 1) + Goff*Vknee;
  annotation (Icon(graphics={
      Line(points={{-90,0},{90,0}}, color={0,0,255}),
      Polygon(points={{-30,40},{30,0},{-30,-40},{-30,40}}, lineColor={0,0,255}),
      Line(points={{30,40},{30,-40}}, color={0,0,255}),
      Line(points={{30,20},{60,90}}, color={0,0,255})}),
    Documentation(info="<html><p>Starts to conduct when fired with positive voltage, and blocks when
its current passes zero.</p></html>"));
end IdealThyristor;
