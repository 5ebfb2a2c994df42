within Formola.BondGraphs;
package Interfaces "Ports of bond graphs"
  extends Icons.Package;

  connector Port "End of a bond"
    Real e "Effort";
    flow Real f "Flow into the component";
    annotation (Icon(graphics={
      Ellipse(extent={{-100,100},{100,-100}}, lineColor={0,110,110}, fillColor={0,110,110},
        fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>Effort and flow; <code>e*f</code> is the power into the component.
A port has any units: those of its domain.</p></html>"));
  end Port;

  connector ThermalPort "End of a thermodynamic bond"
    Units.Temperature T "Temperature: the effort";
    flow Units.EntropyFlowRate S_flow "Entropy flow into the component: the flow";
    annotation (Icon(graphics={
      Ellipse(extent={{-100,100},{100,-100}}, lineColor={191,0,0}, fillColor={191,0,0},
        fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>Temperature and entropy flow; <code>T*S_flow</code> is the power
into the component.</p></html>"));
  end ThermalPort;

  partial model OnePort "Element with one bond"
    Port p "Bond" annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Real e "Effort";
    Real f "Flow, positive with the half arrow into the element";
  equation
    e = p.e;
    f = p.f;
    annotation (Icon(graphics={
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>Base of elements that take the power of one bond.</p></html>"));
  end OnePort;

  partial model TwoPort "Element with two bonds"
    Port a "Bond that points to the element"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Port b "Bond that points away"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    annotation (Icon(graphics={
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>Base of elements through which power flows from <code>a</code> to
<code>b</code>.</p></html>"));
  end TwoPort;

  annotation (Documentation(info="<html><p>Connectors and partial models.</p></html>"));
end Interfaces;
