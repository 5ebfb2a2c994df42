within Formola.PlanarMechanics;
package Parts "Bodies and rods"
  extends Icons.Package;

  model Fixed "Frame that does not move"
    parameter Units.Position r[2] = {0, 0} "Position";
    parameter Units.Angle phi = 0 "Angle";
    Interfaces.Frame frame "Frame"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    frame.x = r[1];
    frame.y = r[2];
    frame.phi = phi;
    annotation (Icon(graphics={
      Line(points={{0,80},{0,-80}}, color={64,64,64}, thickness=1),
      Line(points={{0,60},{-40,20}}, color={64,64,64}),
      Line(points={{0,20},{-40,-20}}, color={64,64,64}),
      Line(points={{0,-20},{-40,-60}}, color={64,64,64}),
      Line(points={{0,0},{90,0}}, color={64,64,64}),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>Takes any force and torque.</p></html>"));
  end Fixed;

  model Body "Mass and moment of inertia"
    parameter Units.Mass m(start=1) "Mass";
    parameter Units.Inertia I = 0 "Moment of inertia about the centre of mass";
    parameter StateSelect stateSelect = StateSelect.default
      "Priority of position and velocity as states";
    Interfaces.Frame frame "Centre of mass"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    outer World world "Gravity";
    Units.Position r[2](each start=0, each stateSelect=stateSelect) "Position";
    Units.Velocity v[2](each start=0, each stateSelect=stateSelect) "Velocity";
    Units.Acceleration a[2](each start=0) "Acceleration";
    Units.Angle phi(start=0, stateSelect=stateSelect) "Angle";
    Units.AngularVelocity w(start=0, stateSelect=stateSelect) "Angular velocity";
    Units.AngularAcceleration z(start=0) "Angular acceleration";
  equation
    r = {frame.x, frame.y};
    phi = frame.phi;
    v = der(r);
    a = der(v);
    w = der(phi);
    z = der(w);
    m*a = {frame.fx, frame.fy} + m*world.g;
    I*z = frame.t;
    annotation (Icon(graphics={
      Rectangle(extent={{-100,10},{-50,-10}}, lineColor={64,64,64}, fillColor={190,190,190},
        fillPattern=FillPattern.Solid),
      Ellipse(extent={{-60,60},{60,-60}}, lineColor={64,64,64}, fillColor={190,190,190},
        fillPattern=FillPattern.Sphere),
      Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255}),
      Text(extent={{-150,-70},{150,-110}}, textString="m=%m")}),
      Documentation(info="<html><p>The laws of Newton and Euler in the plane. With <code>I = 0</code>
it is a point mass, which must be held by something that determines its angle.</p></html>"));
  end Body;

  model Rod "Rigid connection without mass"
    extends Interfaces.TwoFrames;
    parameter Units.Position r[2] = {1, 0} "From frame_a to frame_b, resolved in frame_a";
    Units.Position rx "First component of r in the world frame";
    Units.Position ry "Second component of r in the world frame";
  equation
    rx = cos(frame_a.phi)*r[1] - sin(frame_a.phi)*r[2];
    ry = sin(frame_a.phi)*r[1] + cos(frame_a.phi)*r[2];
    frame_b.x = frame_a.x + rx;
    frame_b.y = frame_a.y + ry;
    frame_b.phi = frame_a.phi;
    frame_a.fx + frame_b.fx = 0;
    frame_a.fy + frame_b.fy = 0;
    frame_a.t + frame_b.t + rx*frame_b.fy - ry*frame_b.fx = 0;
    annotation (Icon(graphics={
      Rectangle(extent={{-90,10},{90,-10}}, lineColor={64,64,64}, fillColor={190,190,190},
        fillPattern=FillPattern.HorizontalCylinder),
      Text(extent={{-150,-30},{150,-70}}, textString="r=%r")}),
      Documentation(info="<html><p>Holds frame_b at <code>r</code> from frame_a.</p></html>"));
  end Rod;

  annotation (Documentation(info="<html><p>What moves and what holds.</p></html>"));
end Parts;
