within Formola.MultiBody;
package Joints "Joints"
  extends Icons.Package;

  model Revolute "Rotation about one axis"
    extends Interfaces.TwoFrames annotation (IconMap(primitivesVisible=false));
    parameter Real n[3] = {0, 0, 1} "Axis of rotation";
    parameter Boolean useAxisFlange = false "true: the joint is driven through its flange"
      annotation (Evaluate=true);
    parameter StateSelect stateSelect = StateSelect.prefer "Priority of phi and w as states";
    final parameter Real e[3] = Frames.normalize(n) "Unit vector of the axis";
    Units.Angle phi(start=0, stateSelect=stateSelect) "Angle";
    Units.AngularVelocity w(start=0, stateSelect=stateSelect) "Speed";
    Units.AngularAcceleration a(start=0) "Acceleration";
    Units.Torque tau "Driving torque";
    Formola.Interfaces.RotationalFlange_a axis(phi=phi, tau=tau) if useAxisFlange "Axis flange"
      annotation (Placement(transformation(extent={{-10,90},{10,110}})));
  protected
    Frames.Orientation R_rel "Rotation from the frame nearer to the root to the other";
  equation
    Connections.branch(frame_a.R, frame_b.R);
    w = der(phi);
    a = der(w);
    frame_b.r_0 = frame_a.r_0;
    if Connections.rooted(frame_a.R) then
      R_rel = Frames.planarRotation(e, phi, w);
      frame_b.R = Frames.absoluteRotation(frame_a.R, R_rel);
      frame_a.f = -Frames.resolve1(R_rel, frame_b.f);
      frame_a.t = -Frames.resolve1(R_rel, frame_b.t);
    else
      R_rel = Frames.planarRotation(-e, phi, w);
      frame_a.R = Frames.absoluteRotation(frame_b.R, R_rel);
      frame_b.f = -Frames.resolve1(R_rel, frame_a.f);
      frame_b.t = -Frames.resolve1(R_rel, frame_a.t);
    end if;
    // Principle of d'Alembert. Hint: with the accelerations of all joints as tearing variables this
    // is the residual; the rest of the chain follows by forward recursion (inverse dynamics).
    tau = -frame_b.t*e + residue(a);
    if not useAxisFlange then
      tau = 0;
    end if;
    annotation (Icon(graphics={
      Rectangle(extent={{-100,60},{-30,-60}}, lineColor={64,64,64}, fillColor={192,192,192},
        fillPattern=FillPattern.HorizontalCylinder),
      Rectangle(extent={{30,60},{100,-60}}, lineColor={64,64,64}, fillColor={192,192,192},
        fillPattern=FillPattern.HorizontalCylinder),
      Rectangle(extent={{-30,10},{30,-10}}, lineColor={64,64,64}, fillColor={160,160,160},
        fillPattern=FillPattern.HorizontalCylinder),
      Text(extent={{-150,-70},{150,-110}}, textString="n=%n"),
      Text(extent={{-150,-114},{150,-154}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>frame_b turns with respect to frame_a by <code>phi</code> about
the axis <code>n</code>, which is the same in
both frames.</p></html>"));
  end Revolute;

  model Prismatic "Translation along one axis"
    extends Interfaces.TwoFrames annotation (IconMap(primitivesVisible=false));
    parameter Real n[3] = {1, 0, 0} "Axis of translation, resolved in frame_a";
    parameter Boolean useAxisFlange = false "true: the joint is driven through its flange"
      annotation (Evaluate=true);
    parameter StateSelect stateSelect = StateSelect.prefer "Priority of s and v as states";
    final parameter Real e[3] = Frames.normalize(n) "Unit vector of the axis";
    Units.Position s(start=0, stateSelect=stateSelect) "Distance";
    Units.Velocity v(start=0, stateSelect=stateSelect) "Speed";
    Units.Acceleration a(start=0) "Acceleration";
    Units.Force f "Driving force";
    Formola.Interfaces.TranslationalFlange_a axis(s=s, f=f) if useAxisFlange "Axis flange"
      annotation (Placement(transformation(extent={{-10,50},{10,70}})));
  equation
    Connections.branch(frame_a.R, frame_b.R);
    v = der(s);
    a = der(v);
    frame_b.r_0 = frame_a.r_0 + Frames.resolve1(frame_a.R, e*s);
    frame_b.R.T = frame_a.R.T;
    frame_b.R.w = frame_a.R.w;
    frame_b.R.v = frame_a.R.v + cross(frame_a.R.w, e*s) + e*v;
    zeros(3) = frame_a.f + frame_b.f;
    zeros(3) = frame_a.t + frame_b.t + cross(e*s, frame_b.f);
    // Hint as in Revolute
    f = -frame_b.f*e + residue(a);
    if not useAxisFlange then
      f = 0;
    end if;
    annotation (Icon(graphics={
      Rectangle(extent={{-100,40},{-20,-40}}, lineColor={64,64,64}, fillColor={192,192,192},
        fillPattern=FillPattern.Solid),
      Rectangle(extent={{-20,20},{100,-20}}, lineColor={64,64,64}, fillColor={220,220,220},
        fillPattern=FillPattern.Solid),
      Text(extent={{-150,-50},{150,-90}}, textString="n=%n"),
      Text(extent={{-150,-100},{150,-140}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>frame_b moves with respect to frame_a by <code>s</code> along
<code>n</code>.</p></html>"));
  end Prismatic;

  model Screw "Rotation about an axis that moves along it"
    extends Interfaces.TwoFrames;
    parameter Real n[3] = {1, 0, 0} "Axis of the screw";
    parameter Units.Length lead(start=0.01) "Distance covered by one turn";
    parameter Boolean useAxisFlange = false "true: the joint is driven through its flange"
      annotation (Evaluate=true);
    parameter StateSelect stateSelect = StateSelect.prefer "Priority of phi and w as states";
    final parameter Real e[3] = Frames.normalize(n) "Unit vector of the axis";
    Units.Angle phi(start=0, stateSelect=stateSelect) "Angle";
    Units.AngularVelocity w(start=0, stateSelect=stateSelect) "Speed";
    Units.AngularAcceleration a(start=0) "Acceleration";
    Units.Position s "Distance";
    Units.Torque tau "Driving torque";
    Formola.Interfaces.RotationalFlange_a axis(phi=phi, tau=tau) if useAxisFlange "Axis flange"
      annotation (Placement(transformation(extent={{-10,90},{10,110}})));
  protected
    final parameter Real ratio(final unit="m") = lead/(2*Constants.pi) "Distance by angle";
    Frames.Orientation R_rel "Rotation from frame_a to frame_b";
    Frames.Orientation R_moved "Of a frame parallel to frame_a at the origin of frame_b";
    Units.Force f[3] "frame_b.f, resolved in frame_a";
  equation
    Connections.branch(frame_a.R, frame_b.R);
    w = der(phi);
    a = der(w);
    s = ratio*phi;
    R_rel = Frames.planarRotation(e, phi, w);
    frame_b.r_0 = frame_a.r_0 + Frames.resolve1(frame_a.R, e*s);
    R_moved.T = frame_a.R.T;
    R_moved.w = frame_a.R.w;
    R_moved.v = frame_a.R.v + cross(frame_a.R.w, e*s) + e*(ratio*w);
    frame_b.R = Frames.absoluteRotation(R_moved, R_rel);
    f = Frames.resolve1(R_rel, frame_b.f);
    frame_a.f = -f;
    frame_a.t = -Frames.resolve1(R_rel, frame_b.t) - cross(e*s, f);
    // The power of torque and force along the axis; hint as in Revolute
    tau = -frame_b.t*e - ratio*(frame_b.f*e) + residue(a);
    if not useAxisFlange then
      tau = 0;
    end if;
    annotation (Icon(graphics={
      Rectangle(extent={{-100,40},{-30,-40}}, lineColor={64,64,64}, fillColor={192,192,192},
        fillPattern=FillPattern.HorizontalCylinder),
      Rectangle(extent={{-30,20},{100,-20}}, lineColor={64,64,64}, fillColor={220,220,220},
        fillPattern=FillPattern.HorizontalCylinder),
      Line(points={{-20,-20},{-5,20},{10,-20},{25,20},{40,-20},{55,20},{70,-20}},
        color={64,64,64}),
      Text(extent={{-150,-50},{150,-90}}, textString="n=%n")}),
      Documentation(info="<html><p>frame_b turns by <code>phi</code> about <code>n</code> and moves
along it by <code>lead*phi/(2*pi)</code>. Use it between a part on the side of the root (frame_a) and
a part beyond it (frame_b).</p></html>"));
  end Screw;

  model Spherical "Three rotations, described by a quaternion"
    extends Interfaces.TwoFrames;
    parameter Units.AngularVelocity w_start[3] = {0, 0, 0}
      "Relative angular velocity at the start, resolved in frame_b";
    parameter Real Q_start[4] = {0, 0, 0, 1}
      "Relative orientation at the start (quaternion of norm one)";
    parameter Boolean fixedStart = true
      "true: the start values are initial conditions, false: guesses" annotation (Evaluate=true);
    Real Q[4](start=Q_start, each fixed=fixedStart, each stateSelect=StateSelect.prefer)
      "Quaternion from frame_a to frame_b";
    Units.AngularVelocity w_rel[3](start=w_start, each fixed=fixedStart,
      each stateSelect=StateSelect.prefer)
      "Relative angular velocity, resolved in frame_b";
  protected
    Frames.Orientation R_rel "Rotation from frame_a to frame_b";
  equation
    Connections.branch(frame_a.R, frame_b.R);
    der(Q) = Frames.quaternionRate(Q, w_rel);
    R_rel = Frames.fromQuaternion(Q, w_rel);
    frame_b.r_0 = frame_a.r_0;
    frame_b.R = Frames.absoluteRotation(frame_a.R, R_rel);
    frame_a.f = -Frames.resolve1(R_rel, frame_b.f);
    frame_a.t = zeros(3);
    frame_b.t = zeros(3);
    annotation (Icon(graphics={
      Ellipse(extent={{-60,60},{60,-60}}, lineColor={64,64,64}, fillColor={192,192,192},
        fillPattern=FillPattern.Sphere),
      Rectangle(extent={{-100,8},{-50,-8}}, fillColor={192,192,192}, fillPattern=FillPattern.Solid),
      Rectangle(extent={{50,8},{100,-8}}, fillColor={192,192,192}, fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>The origins of both frames coincide; no torque is transmitted.
Use it between a part on the side of
the root (frame_a) and a part beyond it (frame_b).</p></html>"));
  end Spherical;

  model FreeMotion "Six degrees of freedom"
    extends Interfaces.TwoFrames;
    parameter Units.Position r_start[3] = {0, 0, 0}
      "Position of frame_b at the start, resolved in frame_a";
    parameter Units.Velocity v_start[3] = {0, 0, 0}
      "Speed of frame_b at the start, resolved in frame_a";
    parameter Units.AngularVelocity w_start[3] = {0, 0, 0}
      "Angular velocity at the start, resolved in frame_b";
    parameter Real Q_start[4] = {0, 0, 0, 1}
      "Relative orientation at the start (quaternion of norm one)";
    parameter Boolean fixedStart = true
      "true: the start values are initial conditions, false: guesses" annotation (Evaluate=true);
    Units.Position r_rel[3](start=r_start, each fixed=fixedStart,
      each stateSelect=StateSelect.prefer)
      "Position of frame_b, resolved in frame_a";
    Units.Velocity v_rel[3](start=v_start, each fixed=fixedStart,
      each stateSelect=StateSelect.prefer)
      "Derivative of r_rel";
    Real Q[4](start=Q_start, each fixed=fixedStart, each stateSelect=StateSelect.prefer)
      "Quaternion from frame_a to frame_b";
    Units.AngularVelocity w_rel[3](start=w_start, each fixed=fixedStart,
      each stateSelect=StateSelect.prefer)
      "Relative angular velocity, resolved in frame_b";
  protected
    Frames.Orientation R_rel "Rotation from frame_a to frame_b";
  equation
    Connections.branch(frame_a.R, frame_b.R);
    v_rel = der(r_rel);
    der(Q) = Frames.quaternionRate(Q, w_rel);
    R_rel = Frames.fromQuaternion(Q, w_rel);
    frame_b.r_0 = frame_a.r_0 + Frames.resolve1(frame_a.R, r_rel);
    frame_b.R.T = R_rel.T*frame_a.R.T;
    frame_b.R.w = R_rel.T*frame_a.R.w + w_rel;
    frame_b.R.v = R_rel.T*(frame_a.R.v + cross(frame_a.R.w, r_rel) + v_rel);
    frame_a.f = zeros(3);
    frame_a.t = zeros(3);
    frame_b.f = zeros(3);
    frame_b.t = zeros(3);
    annotation (Icon(graphics={
      Line(points={{-80,0},{-40,40},{0,-40},{40,40},{80,0}}, pattern=LinePattern.Dash,
        smooth=Smooth.Bezier)}),
      Documentation(info="<html><p>Transmits nothing; gives a free body its states.</p></html>"));
  end FreeMotion;

  model RevoluteCut "Revolute joint that closes a planar loop"
    extends Interfaces.TwoFrames;
    parameter Real n[3] = {0, 0, 1} "Axis of rotation, the normal of the plane";
    final parameter Real e[3] = Frames.normalize(n) "Unit vector of the axis";
    final parameter Real e_x[3] = Frames.perpendicular(e, {1, 0, 0}) "First direction in the plane";
    final parameter Real e_y[3] = cross(e, e_x) "Second direction in the plane";
    Units.Force f_c[2] "Constraint forces in the plane";
  protected
    Units.Position r_rel[3] "From frame_a to frame_b, resolved in frame_a";
  equation
    r_rel = Frames.resolve2(frame_a.R, frame_b.r_0 - frame_a.r_0);
    0 = e_x*r_rel;
    0 = e_y*r_rel;
    frame_a.f = e_x*f_c[1] + e_y*f_c[2];
    frame_a.t = zeros(3);
    frame_b.f = -Frames.resolve2(frame_b.R, Frames.resolve1(frame_a.R, frame_a.f));
    frame_b.t = zeros(3);
    annotation (Icon(graphics={
      Rectangle(extent={{-100,40},{-20,-40}}, lineColor={64,64,64}, fillColor={230,200,200},
        fillPattern=FillPattern.HorizontalCylinder),
      Rectangle(extent={{20,40},{100,-40}}, lineColor={64,64,64}, fillColor={230,200,200},
        fillPattern=FillPattern.HorizontalCylinder),
      Rectangle(extent={{-20,8},{20,-8}}, fillColor={160,160,160}, fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>Two constraints instead of five: the other three hold already
because all joints of the loop have
parallel axes. Use one for each planar loop, in place of a <code>Revolute</code>.</p></html>"));
  end RevoluteCut;

  model SphericalCut "Spherical joint without states, to close loops"
    extends Interfaces.TwoFrames;
  equation
    frame_b.r_0 = frame_a.r_0;
    frame_a.t = zeros(3);
    frame_b.t = zeros(3);
    frame_b.f = -Frames.resolve2(frame_b.R, Frames.resolve1(frame_a.R, frame_a.f));
    annotation (Icon(graphics={
      Ellipse(extent={{-60,60},{60,-60}}, lineColor={64,64,64}, fillColor={230,200,200},
        fillPattern=FillPattern.Sphere),
      Rectangle(extent={{-100,8},{-50,-8}}, fillColor={192,192,192}, fillPattern=FillPattern.Solid),
      Rectangle(extent={{50,8},{100,-8}}, fillColor={192,192,192}, fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>Three constraints: both origins coincide. The parts on both sides
get their orientation by other joints.</p></html>"));
  end SphericalCut;

  annotation (Documentation(info="<html><p>Joints with their generalised coordinates as
states.</p></html>"));
end Joints;
