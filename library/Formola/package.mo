package Formola "Multi-domain component library that comes with Formola"

  annotation (
    version="0.1.0",
    Icon(coordinateSystem(extent={{-100,-100},{100,100}}), graphics={
      Rectangle(extent={{-100,100},{100,-100}}, lineColor={30,60,110}, fillColor={240,244,250},
        fillPattern=FillPattern.Solid, radius=20),
      Line(points={{-60,-60},{-60,60},{40,60}}, color={30,60,110}, thickness=2),
      Line(points={{-60,5},{20,5}}, color={30,60,110}, thickness=2)}),
    Documentation(info="<html>
<p>Components for multi-domain models: control blocks, electrical circuits, rotational and
translational drive trains, heat flow, discretised partial differential equations, process
units and three-dimensional mechanics.</p>
<h4>Conventions</h4>
<ul>
<li>Connectors carry a potential and a flow: pins <code>v</code>/<code>i</code>, rotational flanges
<code>phi</code>/<code>tau</code>, translational flanges <code>s</code>/<code>f</code>, heat ports
<code>T</code>/<code>Q_flow</code>, frames <code>r_0, R</code>/<code>f, t</code>. Flows are positive
into the component. The names are those of the Modelica Standard Library, so connectors of both
libraries can be connected, except for frames: here they also carry the velocity of their
origin.</li>
<li>All quantities have SI units (<code>Formola.Units</code>).</li>
<li>Two-pole components are oriented from <code>p</code> to <code>n</code> or from
<code>flange_a</code> to <code>flange_b</code>.</li>
<li><code>Formola.Examples</code> has small models for each package. Where an example has an
analytic
solution, it is a variable <code>exact</code> of the model, and the documentation states it.</li>
</ul>
<h4>Hints for the solver</h4>
<p>Some classes carry what their authors know about the systems of equations they end up in:</p>
<ul>
<li><code>residue(x)</code>, a term with the value zero, marks the equation as the residual of the
tearing variable <code>x</code>: in joints, inertias and masses with their accelerations.</li>
<li><code>relax(x)</code>, which has the value <code>x</code>, marks a variable that is eliminated
late: the potentials in resistors, conductors and capacitors (modified nodal analysis).</li>
</ul>
<p>They are hints only: results do not depend on them. From H. Elmqvist, M. Otter (1994), Methods for
tearing systems of equations in object-oriented modeling, and M. Otter, H. Elmqvist, F. E. Cellier
(1996), Relaxing.</p>
<p>Licensed under the Apache License 2.0.</p>
</html>"));
end Formola;
