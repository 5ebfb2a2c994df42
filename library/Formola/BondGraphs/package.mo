within Formola;
package BondGraphs "Models as flows of power: elements, junctions and thermodynamic bonds"
  extends Icons.Package;

  annotation (Icon(graphics={
      Line(points={{-70,-40},{60,-40},{30,-10}}, color={0,110,110}, thickness=2),
      Text(extent={{-60,80},{60,0}}, textString="01", textColor={0,110,110})}),
    Documentation(info="<html>
<p>A bond carries an effort <code>e</code> and a flow <code>f</code>, whose product is the power
that it transports: voltage and current, force and velocity, torque and angular velocity, pressure
and volume flow, temperature and entropy flow.</p>
<ul>
<li>Elements (<code>R</code>, <code>C</code>, <code>I</code>) take the power of their bond; sources
(<code>Se</code>, <code>Sf</code>) give it.</li>
<li>A junction <code>J0</code> has one effort, a junction <code>J1</code> one flow. Bonds whose half
arrow points to the junction are connected to its ports <code>a</code>, those that point away to its
ports <code>b</code>.</li>
<li>Which end of a bond sets the effort and which the flow (its causality) is found by sorting the
equations; storages whose causality is derivative are found by index reduction.</li>
<li>Thermodynamic bonds carry temperature and entropy flow. What is dissipated becomes entropy
(<code>RS</code>), so that energy is conserved in the whole graph.</li>
</ul>
<p>Reference: H. M. Paynter, Analysis and Design of Engineering Systems (1961); F. E. Cellier,
Continuous System Modeling (1991), chapters 7 and 8.</p></html>"));
end BondGraphs;
