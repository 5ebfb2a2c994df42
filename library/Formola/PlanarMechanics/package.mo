within Formola;
package PlanarMechanics "Bodies, joints and springs in a plane"
  extends Icons.Package;

  annotation (Icon(graphics={
      Line(points={{-50,50},{40,-40}}, color={64,64,64}, thickness=2),
      Ellipse(extent={{-62,62},{-38,38}}, lineColor={64,64,64}, fillColor={255,255,255},
        fillPattern=FillPattern.Solid),
      Ellipse(extent={{10,-10},{70,-70}}, lineColor={64,64,64}, fillColor={190,190,190},
        fillPattern=FillPattern.Solid)}),
    Documentation(info="<html>
<p>Mechanisms whose parts move in one plane. A frame carries the position <code>x</code>,
<code>y</code> and the angle <code>phi</code> of a part, and the cut force and torque, all resolved
in the world frame. Loops of joints need no special parts: in a plane none of their constraints is
redundant.</p>
<p>Every model has an <code>inner World world</code>, which gives gravity.</p></html>"));
end PlanarMechanics;
