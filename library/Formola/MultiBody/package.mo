within Formola;
package MultiBody "Three-dimensional mechanics"
  extends Icons.Package;

  annotation (Icon(graphics={
      Line(points={{-60,-50},{-60,60}}, color={64,64,64}, arrow={Arrow.None,Arrow.Filled}),
      Line(points={{-60,-50},{60,-50}}, color={64,64,64}, arrow={Arrow.None,Arrow.Filled}),
      Line(points={{-60,-50},{0,10}}, color={64,64,64}, arrow={Arrow.None,Arrow.Filled}),
      Ellipse(extent={{20,50},{60,10}}, fillColor={160,160,200}, fillPattern=FillPattern.Sphere)}),
    Documentation(info="<html>
<p>Rigid bodies and joints. A frame has a position and an orientation; the cut force and cut torque
are resolved in the frame. Every model needs one <code>inner World world</code>, and each body must
be
joined to it by joints (a free body by <code>Joints.FreeMotion</code>).</p>
<p>Connections may close loops of rigid parts: the orientation is an overdetermined record with an
<code>equalityConstraint</code> function, so that redundant equations are replaced where a loop is
cut.</p></html>"));
end MultiBody;
