within Formola.MultiBody;
package Parts "Rigid parts"
  extends Icons.Package;

  model Fixed "Frame fixed in the world"
    parameter Units.Position r[3] = {0, 0, 0} "Position of frame_b, resolved in the world frame";
    Interfaces.Frame_b frame_b "Frame"
      annotation (Placement(transformation(extent={{84,-16},{116,16}})));
  equation
    Connections.root(frame_b.R);
    frame_b.r_0 = r;
    frame_b.R = Frames.nullRotation();
    annotation (Icon(graphics={
      Line(points={{0,80},{0,-80}}), Line(points={{0,0},{85,0}}),
      Line(points={{0,80},{-40,40}}), Line(points={{0,30},{-40,-10}}),
      Line(points={{0,-20},{-40,-60}}),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>Parallel to the world frame at the position
<code>r</code>.</p></html>"));
  end Fixed;

  model Bar "Fixed translation between two frames"
    extends Interfaces.TwoFrames;
    parameter Units.Position r[3](start={1, 0, 0})
      "Vector from frame_a to frame_b, resolved in frame_a";
  equation
    Connections.branch(frame_a.R, frame_b.R);
    frame_b.r_0 = frame_a.r_0 + Frames.resolve1(frame_a.R, r);
    frame_b.R = Frames.translatedFrame(frame_a.R, r);
    zeros(3) = frame_a.f + frame_b.f;
    zeros(3) = frame_a.t + frame_b.t + cross(r, frame_b.f);
    annotation (Icon(graphics={
      Rectangle(extent={{-100,6},{100,-6}}, fillColor={128,128,128}, fillPattern=FillPattern.Solid),
      Text(extent={{-150,-40},{150,-80}}, textString="r=%r")}),
      Documentation(info="<html><p>A rod without mass.</p></html>"));
  end Bar;

  model FixedRotation "Fixed translation followed by a fixed rotation"
    extends Interfaces.TwoFrames;
    parameter Units.Position r[3] = {0, 0, 0} "Vector from frame_a to frame_b, resolved in frame_a";
    parameter Real n[3] = {1, 0, 0} "Axis of the rotation";
    parameter Units.Angle angle(start=0) "Angle of the rotation";
  protected
    final parameter Real e[3] = Frames.normalize(n) "Unit vector of the axis";
    final parameter Frames.Orientation R_rel = Frames.planarRotation(e, angle, 0) "Rotation";
  equation
    Connections.branch(frame_a.R, frame_b.R);
    frame_b.r_0 = frame_a.r_0 + Frames.resolve1(frame_a.R, r);
    frame_b.R = Frames.absoluteRotation(Frames.translatedFrame(frame_a.R, r), R_rel);
    zeros(3) = frame_a.f + Frames.resolve1(R_rel, frame_b.f);
    zeros(3) = frame_a.t + Frames.resolve1(R_rel, frame_b.t) - cross(r, frame_a.f);
    annotation (Icon(graphics={
      Line(points={{-100,0},{0,0},{80,40}}),
      Line(points={{0,0},{100,0}}, pattern=LinePattern.Dash)}),
      Documentation(info="<html><p>Rotation by <code>angle</code> about the axis
<code>n</code>.</p></html>"));
  end FixedRotation;

  model Body "Rigid body with one frame"
    parameter Units.Mass m(start=1) "Mass";
    parameter Units.Position r_CM[3] = {0, 0, 0} "Centre of mass, resolved in frame_a";
    parameter Units.Inertia I_11 = 0.001 "Element of the inertia tensor about the centre of mass";
    parameter Units.Inertia I_22 = 0.001 "Element of the inertia tensor";
    parameter Units.Inertia I_33 = 0.001 "Element of the inertia tensor";
    parameter Units.Inertia I_21 = 0 "Element of the inertia tensor";
    parameter Units.Inertia I_31 = 0 "Element of the inertia tensor";
    parameter Units.Inertia I_32 = 0 "Element of the inertia tensor";
    final parameter Units.Inertia I[3, 3] = {{I_11, I_21, I_31}, {I_21, I_22, I_32},
      {I_31, I_32, I_33}}
      "Inertia tensor about the centre of mass, resolved in frame_a";
    Interfaces.Frame_a frame_a "Frame"
      annotation (Placement(transformation(extent={{-116,-16},{-84,16}})));
    Units.Velocity v_0[3] "Speed of frame_a, resolved in the world frame";
    Units.Acceleration a_0[3] "Acceleration of frame_a, resolved in the world frame";
    Units.Velocity v_a[3] "Speed of frame_a, resolved in it";
    Units.Acceleration a_a[3] "Acceleration of frame_a, resolved in it";
    Units.AngularVelocity w_a[3] "Angular velocity, resolved in frame_a";
    Units.AngularAcceleration z_a[3] "Angular acceleration, resolved in frame_a";
    Units.Energy kineticEnergy "Kinetic energy";
    Units.Energy potentialEnergy "Energy in the field of gravity, zero at the origin of the world";
  protected
    outer World world;
    Units.Velocity v_CM[3] "Speed of the centre of mass, resolved in frame_a";
  equation
    v_a = frame_a.R.v;
    a_a = der(v_a) + cross(w_a, v_a);
    v_0 = Frames.resolve1(frame_a.R, v_a);
    a_0 = Frames.resolve1(frame_a.R, a_a);
    w_a = frame_a.R.w;
    z_a = der(w_a);
    // Newton and Euler about the origin of frame_a
    frame_a.f = m*(a_a - Frames.resolve2(frame_a.R, world.g_0) + cross(z_a, r_CM) + cross(w_a,
      cross(w_a, r_CM)));
    frame_a.t = I*z_a + cross(w_a, I*w_a) + cross(r_CM, frame_a.f);
    v_CM = v_a + cross(w_a, r_CM);
    kineticEnergy = m*(v_CM*v_CM)/2 + w_a*(I*w_a)/2;
    potentialEnergy = -m*(world.g_0*(frame_a.r_0 + Frames.resolve1(frame_a.R, r_CM)));
    annotation (Icon(graphics={
      Rectangle(extent={{-100,15},{0,-15}}, fillColor={0,127,255}, fillPattern=FillPattern.Solid),
      Ellipse(extent={{-40,60},{80,-60}}, lineColor={64,64,64}, fillColor={0,127,255},
        fillPattern=FillPattern.Sphere),
      Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255}),
      Text(extent={{-150,-70},{150,-110}}, textString="m=%m")}),
      Documentation(info="<html><p>The body does not choose states of its own: join it to the world
by joints.</p></html>"));
  end Body;

  model BodyBar "Bar with the mass of a body"
    extends Interfaces.TwoFrames;
    parameter Units.Position r[3](start={1, 0, 0})
      "Vector from frame_a to frame_b, resolved in frame_a";
    parameter Units.Position r_CM[3] = r/2 "Centre of mass, resolved in frame_a";
    parameter Units.Mass m(start=1) "Mass";
    parameter Units.Inertia I_11 = 0.001 "Element of the inertia tensor about the centre of mass";
    parameter Units.Inertia I_22 = 0.001 "Element of the inertia tensor";
    parameter Units.Inertia I_33 = 0.001 "Element of the inertia tensor";
    parameter Units.Inertia I_21 = 0 "Element of the inertia tensor";
    parameter Units.Inertia I_31 = 0 "Element of the inertia tensor";
    parameter Units.Inertia I_32 = 0 "Element of the inertia tensor";
    Bar bar(r=r) annotation (Placement(transformation(extent={{-10,20},{10,40}})));
    Body body(m=m, r_CM=r_CM, I_11=I_11, I_22=I_22, I_33=I_33, I_21=I_21, I_31=I_31, I_32=I_32)
      annotation (Placement(transformation(extent={{-10,-40},{10,-20}})));
  equation
    connect(frame_a, bar.frame_a) annotation (Line(points={{-100,0},{-40,0},{-40,30},{-10,30}}));
    connect(bar.frame_b, frame_b) annotation (Line(points={{10,30},{60,30},{60,0},{100,0}}));
    connect(frame_a, body.frame_a) annotation (Line(points={{-100,0},{-40,0},{-40,-30},{-10,-30}}));
    annotation (Icon(graphics={
      Rectangle(extent={{-100,30},{100,-30}}, lineColor={64,64,64}, fillColor={0,127,255},
        fillPattern=FillPattern.HorizontalCylinder),
      Text(extent={{-150,-40},{150,-80}}, textString="m=%m")}),
      Documentation(info="<html><p>A <code>Bar</code> and a <code>Body</code> in one.</p></html>"));
  end BodyBar;

  model BodyBox "Box with uniform density"
    extends Interfaces.TwoFrames;
    parameter Units.Position r[3](start={1, 0, 0})
      "Vector from frame_a to frame_b, along the length of the box";
    parameter Units.Length width(min=0, start=0.1) "Width";
    parameter Units.Length height(min=0) = width "Height";
    parameter Real widthDirection[3] = {0, 1, 0} "Wished direction of the width";
    parameter Units.Density density = 7700 "Density";
    final parameter Units.Length length = sqrt(r*r) "Length";
    final parameter Units.Mass m = density*length*width*height "Mass";
    final parameter Real e_l[3] = r/length "Direction of the length";
    final parameter Real e_w[3] = Frames.perpendicular(e_l, widthDirection)
      "Direction of the width";
    final parameter Real e_h[3] = cross(e_l, e_w) "Direction of the height";
    final parameter Units.Inertia I[3, 3] = m/12*((width^2 + height^2)*outerProduct(e_l, e_l)
      + (length^2 + height^2)*outerProduct(e_w, e_w) + (length^2 + width^2)*outerProduct(e_h, e_h))
      "Inertia tensor about the centre of mass";
    Bar bar(r=r) annotation (Placement(transformation(extent={{-10,20},{10,40}})));
    Body body(m=m, r_CM=r/2, I_11=I[1, 1], I_22=I[2, 2], I_33=I[3, 3], I_21=I[2, 1], I_31=I[3, 1],
      I_32=I[3, 2])
      annotation (Placement(transformation(extent={{-10,-40},{10,-20}})));
  equation
    connect(frame_a, bar.frame_a) annotation (Line(points={{-100,0},{-40,0},{-40,30},{-10,30}}));
    connect(bar.frame_b, frame_b) annotation (Line(points={{10,30},{60,30},{60,0},{100,0}}));
    connect(frame_a, body.frame_a) annotation (Line(points={{-100,0},{-40,0},{-40,-30},{-10,-30}}));
    annotation (Icon(graphics={
      Rectangle(extent={{-100,30},{90,-40}}, lineColor={64,64,64}, fillColor={0,127,255},
        fillPattern=FillPattern.Solid),
      Polygon(points={{-100,30},{-80,50},{100,50},{90,30},{-100,30}}, lineColor={64,64,64},
        fillColor={120,190,255}, fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>Mass and inertia follow from the dimensions and the
density.</p></html>"));
  end BodyBox;

  annotation (Documentation(info="<html><p>Bodies, bars and fixed frames.</p></html>"));
end Parts;
