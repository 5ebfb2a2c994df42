within Formola.PlanarMechanics;
package Forces "Springs and given forces"
  extends Icons.Package;

  model SpringDamper "Spring and damper along the line between two frames"
    extends Interfaces.TwoFrames;
    parameter Units.TranslationalStiffness c(start=1) "Stiffness";
    parameter Units.TranslationalDamping d = 0 "Damping";
    parameter Units.Length s0 = 0 "Length without force";
    Units.Length s(start=1) "Length; must not become zero";
    Units.Velocity v "Derivative of s";
    Units.Force f "Tension";
  protected
    Units.Position rx "From frame_a to frame_b, first component";
    Units.Position ry "From frame_a to frame_b, second component";
  equation
    rx = frame_b.x - frame_a.x;
    ry = frame_b.y - frame_a.y;
    s = sqrt(rx^2 + ry^2);
    v = der(s);
    f = c*(s - s0) + d*v;
    frame_a.fx = -f*rx/s;
    frame_a.fy = -f*ry/s;
    frame_b.fx = -frame_a.fx;
    frame_b.fy = -frame_a.fy;
    frame_a.t = 0;
    frame_b.t = 0;
    annotation (Icon(graphics={
      Line(points={{-90,0},{-60,0},{-45,30},{-15,-30},{15,30},{45,-30},{60,0},{90,0}},
        color={64,64,64}),
      Text(extent={{-150,-40},{150,-80}}, textString="c=%c")}),
      Documentation(info="<html><p>Pulls the frames together with
<code>c*(s - s0) + d*der(s)</code>.</p></html>"));
  end SpringDamper;

  model WorldForce "Force and torque given by signals"
    Formola.Interfaces.RealInput u[3] "Force along x, along y, torque"
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
    Interfaces.Frame frame "Where they act"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    frame.fx = -u[1];
    frame.fy = -u[2];
    frame.t = -u[3];
    annotation (Icon(graphics={
      Line(points={{-80,0},{80,0}}, color={64,64,64}, thickness=1,
        arrow={Arrow.None,Arrow.Filled}),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>Acts on the part that <code>frame</code> is connected to; resolved
in the world frame.</p></html>"));
  end WorldForce;

  annotation (Documentation(info="<html><p>What acts between parts and on them.</p></html>"));
end Forces;
