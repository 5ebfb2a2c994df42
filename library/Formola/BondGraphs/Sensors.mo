within Formola.BondGraphs;
package Sensors "Detectors"
  extends Icons.Package;

  model De "Detector of an effort"
    Interfaces.Port p "Bond without flow"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Formola.Interfaces.RealOutput y "Effort"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    p.f = 0;
    y = p.e;
    annotation (Icon(graphics={
      Text(extent={{-80,40},{80,-40}}, textString="De", textColor={0,110,110}),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>At a junction <code>J0</code>; takes no power.</p></html>"));
  end De;

  model Df "Detector of a flow"
    Interfaces.Port p "Bond without effort"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Formola.Interfaces.RealOutput y "Flow"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    p.e = 0;
    y = p.f;
    annotation (Icon(graphics={
      Text(extent={{-80,40},{80,-40}}, textString="Df", textColor={0,110,110}),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>At a junction <code>J1</code>; takes no power.</p></html>"));
  end Df;

  annotation (Documentation(info="<html><p>Efforts and flows as signals.</p></html>"));
end Sensors;
