within Formola.BondGraphs;
package Adaptors "Between bonds and the connectors of other domains"
  extends Icons.Package;

  model Electrical "Two pins as one bond"
    Formola.Interfaces.PositivePin p "Positive pin"
      annotation (Placement(transformation(extent={{-110,40},{-90,60}})));
    Formola.Interfaces.NegativePin n "Negative pin"
      annotation (Placement(transformation(extent={{-110,-60},{-90,-40}})));
    Interfaces.Port b "Bond that points away"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    b.e = p.v - n.v;
    b.f = -p.i;
    p.i + n.i = 0;
    annotation (Icon(graphics={
      Rectangle(extent={{-90,70},{60,-70}}, lineColor={0,0,255}),
      Line(points={{-40,0},{60,0},{40,20}}, color={0,110,110}, thickness=1),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>Effort: the voltage from <code>p</code> to <code>n</code>; flow:
the current.</p></html>"));
  end Electrical;

  model Rotational "A flange that turns, as a bond"
    Interfaces.Port a "Bond that points to the flange"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Formola.Interfaces.RotationalFlange_b flange "Flange"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    a.f = der(flange.phi);
    a.e = -flange.tau;
    annotation (Icon(graphics={
      Rectangle(extent={{-60,40},{60,-40}}, lineColor={64,64,64}),
      Line(points={{-60,0},{60,0},{40,20}}, color={0,110,110}, thickness=1),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>Effort: the torque; flow: the angular velocity.</p></html>"));
  end Rotational;

  model Translational "A flange that moves along a line, as a bond"
    Interfaces.Port a "Bond that points to the flange"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Formola.Interfaces.TranslationalFlange_b flange "Flange"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    a.f = der(flange.s);
    a.e = -flange.f;
    annotation (Icon(graphics={
      Rectangle(extent={{-60,40},{60,-40}}, lineColor={0,127,0}),
      Line(points={{-60,0},{60,0},{40,20}}, color={0,110,110}, thickness=1),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>Effort: the force; flow: the velocity.</p></html>"));
  end Translational;

  annotation (Documentation(info="<html><p>Bond graphs beside components of other
packages.</p></html>"));
end Adaptors;
