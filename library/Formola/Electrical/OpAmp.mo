within Formola.Electrical;
model OpAmp "Operational amplifier with finite gain, one pole and saturation"
  parameter Real A0 = 1e5 "Gain at low frequency";
  parameter Units.Frequency fT = 1e6 "Frequency where the gain is one";
  parameter Units.Voltage Vmax = 15 "Largest output voltage";
  parameter Units.Voltage Vmin = -Vmax "Smallest output voltage";
  Units.Voltage v_in "Differential input voltage";
  Units.Voltage v_lin(start=0) "Output voltage without saturation";
  Interfaces.PositivePin in_p "Non-inverting input"
    annotation (Placement(transformation(extent={{-110,-70},{-90,-50}})));
  Interfaces.NegativePin in_n "Inverting input"
    annotation (Placement(transformation(extent={{-110,50},{-90,70}})));
  Interfaces.PositivePin out "Output against ground"
    annotation (Placement(transformation(extent={{90,-10},{110,10}})));
protected
  final parameter Units.Time T = A0/(2*Constants.pi*fT) "Time constant of the pole";
equation
  v_in = in_p.v - in_n.v;
  T*der(v_lin) = A0*v_in - v_lin;
  out.v = smooth(0, if v_lin > Vmax then Vmax else if v_lin < Vmin then Vmin else v_lin);
  in_p.i = 0;
  in_n.i = 0;
  annotation (Icon(graphics={
      Polygon(points={{-70,90},{70,0},{-70,-90},{-70,90}}, lineColor={0,0,255},
        fillColor={255,255,255}, fillPattern=FillPattern.Solid),
      Line(points={{-60,60},{-40,60}}, color={0,0,255}),
      Line(points={{-60,-60},{-40,-60}}, color={0,0,255}),
      Line(points={{-50,-50},{-50,-70}}, color={0,0,255}),
      Text(extent={{-150,140},{150,100}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p><code>T*der(v_lin) + v_lin = A0*(in_p.v - in_n.v)</code> with
<code>T = A0/(2*pi*fT)</code>, limited to <code>Vmin .. Vmax</code>.</p></html>"));
end OpAmp;
