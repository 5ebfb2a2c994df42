within Formola.BondGraphs;
package Thermal "Thermodynamic bonds: temperature and entropy flow"
  extends Icons.Package;

  model RS "Dissipation that makes entropy"
    extends Interfaces.OnePort;
    parameter Real R(start=1) "Resistance, e/f";
    Interfaces.ThermalPort heat "Entropy that arises"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    e = R*f;
    heat.T*heat.S_flow = -e*f;
    annotation (Icon(graphics={
      Text(extent={{-80,40},{80,-40}}, textString="RS", textColor={191,0,0}),
      Text(extent={{-150,-50},{150,-90}}, textString="%R")}),
      Documentation(info="<html><p>A resistance whose power leaves as heat: the entropy flow is
<code>e*f/T</code>, never negative.</p></html>"));
  end RS;

  model C "Storage of entropy with a constant heat capacity"
    parameter Units.HeatCapacity C(start=1) "Heat capacity";
    parameter Units.Temperature T0 = 293.15 "Temperature at which the entropy counts as zero";
    Interfaces.ThermalPort p "Bond"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Units.Temperature T(start=293.15) "Temperature";
    Units.Entropy S "Entropy";
    Units.Energy U "Internal energy, zero at T0";
  equation
    T = p.T;
    S = C*log(T/T0);
    der(S) = p.S_flow;
    U = C*(T - T0);
    annotation (Icon(graphics={
      Text(extent={{-80,40},{80,-40}}, textString="C", textColor={191,0,0}),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255}),
      Text(extent={{-150,-50},{150,-90}}, textString="%C")}),
      Documentation(info="<html><p><code>der(S) = S_flow</code>, <code>S = C*ln(T/T0)</code>, so that
<code>der(U) = T*S_flow</code> with <code>U = C*(T - T0)</code>.</p></html>"));
  end C;

  model Conduction "Heat conduction, which makes entropy"
    parameter Units.ThermalConductance G(start=1) "Thermal conductance";
    Interfaces.ThermalPort a "Bond"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Interfaces.ThermalPort b "Bond"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    Units.HeatFlowRate Q_flow "Heat flow from a to b";
    Units.EntropyFlowRate S_generated "Entropy that arises";
  equation
    Q_flow = G*(a.T - b.T);
    Q_flow = a.T*a.S_flow;
    Q_flow = -b.T*b.S_flow;
    S_generated = -a.S_flow - b.S_flow;
    annotation (Icon(graphics={
      Text(extent={{-80,40},{80,-40}}, textString="RST", textColor={191,0,0}),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255}),
      Text(extent={{-150,-50},{150,-90}}, textString="%G")}),
      Documentation(info="<html><p>The heat flow is the same at both ends, the entropy flow is not:
what arises leaves on the colder side.</p></html>"));
  end Conduction;

  model Se "Surroundings of constant temperature"
    parameter Units.Temperature T(start=293.15) "Temperature";
    Interfaces.ThermalPort p "Bond"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    p.T = T;
    annotation (Icon(graphics={
      Text(extent={{-80,40},{80,-40}}, textString="Se", textColor={191,0,0}),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255}),
      Text(extent={{-150,-50},{150,-90}}, textString="%T")}),
      Documentation(info="<html><p>Takes or gives any entropy at the temperature
<code>T</code>.</p></html>"));
  end Se;

  model HeatPortAdaptor "From a thermodynamic bond to a heat port"
    Interfaces.ThermalPort p "Bond"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Formola.Interfaces.HeatPort_b port "Heat port"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    port.T = p.T;
    p.T*p.S_flow + port.Q_flow = 0;
    annotation (Icon(graphics={
      Rectangle(extent={{-60,40},{60,-40}}, lineColor={191,0,0}),
      Text(extent={{-60,30},{60,-30}}, textString="TS | Q", textColor={191,0,0}),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p><code>Q_flow = T*S_flow</code>: what is beyond the heat port can
be any component of <code>Formola.Thermal</code>.</p></html>"));
  end HeatPortAdaptor;

  annotation (Documentation(info="<html><p>Elements whose bonds carry temperature and entropy
flow.</p></html>"));
end Thermal;
