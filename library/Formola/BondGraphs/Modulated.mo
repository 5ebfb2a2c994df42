within Formola.BondGraphs;
package Modulated "Elements that a signal changes"
  extends Icons.Package;

  model MSe "Source of the effort that a signal gives"
    Formola.Interfaces.RealInput u "Effort"
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
    Interfaces.Port p "Bond that points away"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    p.e = u;
    annotation (Icon(graphics={
      Text(extent={{-80,40},{80,-40}}, textString="MSe", textColor={0,110,110}),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>Gives any flow at the effort <code>u</code>.</p></html>"));
  end MSe;

  model MSf "Source of the flow that a signal gives"
    Formola.Interfaces.RealInput u "Flow"
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
    Interfaces.Port p "Bond that points away"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    p.f = -u;
    annotation (Icon(graphics={
      Text(extent={{-80,40},{80,-40}}, textString="MSf", textColor={0,110,110}),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>Gives the flow <code>u</code> at any effort.</p></html>"));
  end MSf;

  model MTF "Transformer whose ratio a signal gives"
    extends Interfaces.TwoPort;
    Formola.Interfaces.RealInput m "Ratio, a.e = m*b.e"
      annotation (Placement(transformation(extent={{-20,-20},{20,20}}, rotation=90,
        origin={0,-120})));
  equation
    a.e = m*b.e;
    b.f = -m*a.f;
    annotation (Icon(graphics={
      Text(extent={{-80,40},{80,-40}}, textString="MTF", textColor={0,110,110})}),
      Documentation(info="<html><p>As <code>TF</code>; power is conserved whatever the ratio does:
cranks, cams, coordinates that turn.</p></html>"));
  end MTF;

  model MGY "Gyrator whose ratio a signal gives"
    extends Interfaces.TwoPort;
    Formola.Interfaces.RealInput r "Ratio, a.e = r times the flow at b"
      annotation (Placement(transformation(extent={{-20,-20},{20,20}}, rotation=90,
        origin={0,-120})));
  equation
    a.e = -r*b.f;
    b.e = r*a.f;
    annotation (Icon(graphics={
      Text(extent={{-80,40},{80,-40}}, textString="MGY", textColor={0,110,110})}),
      Documentation(info="<html><p>As <code>GY</code>: a motor whose field is
controlled.</p></html>"));
  end MGY;

  annotation (Documentation(info="<html><p>Sources, transformers and gyrators with an
input.</p></html>"));
end Modulated;
