within Formola.PlanarMechanics;
package Joints "Joints"
  extends Icons.Package;

  model Revolute "Rotation about a point"
    extends Interfaces.TwoFrames;
    parameter Boolean useAxisFlange = false "true: the joint is driven through its flange"
      annotation (Evaluate=true);
    parameter StateSelect stateSelect = StateSelect.prefer "Priority of phi and w as states";
    Units.Angle phi(start=0, stateSelect=stateSelect) "Angle";
    Units.AngularVelocity w(start=0, stateSelect=stateSelect) "Speed";
    Units.AngularAcceleration z(start=0) "Acceleration";
    Units.Torque tau "Driving torque";
    Formola.Interfaces.RotationalFlange_a axis(phi=phi, tau=tau) if useAxisFlange "Axis flange"
      annotation (Placement(transformation(extent={{-10,90},{10,110}})));
  equation
    w = der(phi);
    z = der(w);
    frame_b.x = frame_a.x;
    frame_b.y = frame_a.y;
    frame_b.phi = frame_a.phi + phi;
    frame_a.fx + frame_b.fx = 0;
    frame_a.fy + frame_b.fy = 0;
    frame_a.t + frame_b.t = 0;
    tau = -frame_b.t;
    if not useAxisFlange then
      tau = 0;
    end if;
    annotation (Icon(graphics={
      Rectangle(extent={{-90,15},{90,-15}}, lineColor={64,64,64}, fillColor={190,190,190},
        fillPattern=FillPattern.Solid),
      Ellipse(extent={{-40,40},{40,-40}}, lineColor={64,64,64}, fillColor={255,255,255},
        fillPattern=FillPattern.Solid),
      Ellipse(extent={{-8,8},{8,-8}}, fillColor={64,64,64}, fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>frame_b turns against frame_a by <code>phi</code>.</p></html>"));
  end Revolute;

  model Prismatic "Translation along a direction"
    extends Interfaces.TwoFrames;
    parameter Real n[2] = {1, 0} "Direction, resolved in frame_a";
    parameter Boolean useAxisFlange = false "true: the joint is driven through its flange"
      annotation (Evaluate=true);
    parameter StateSelect stateSelect = StateSelect.prefer "Priority of s and v as states";
    Units.Position s(start=0, stateSelect=stateSelect) "Distance";
    Units.Velocity v(start=0, stateSelect=stateSelect) "Speed";
    Units.Acceleration a(start=0) "Acceleration";
    Units.Force f "Driving force";
    Real ex "Direction in the world frame, first component";
    Real ey "Direction in the world frame, second component";
    Formola.Interfaces.TranslationalFlange_a axis(s=s, f=f) if useAxisFlange "Axis flange"
      annotation (Placement(transformation(extent={{-10,90},{10,110}})));
  protected
    final parameter Real e[2] = n/sqrt(n*n) "Unit vector";
  equation
    v = der(s);
    a = der(v);
    ex = cos(frame_a.phi)*e[1] - sin(frame_a.phi)*e[2];
    ey = sin(frame_a.phi)*e[1] + cos(frame_a.phi)*e[2];
    frame_b.x = frame_a.x + ex*s;
    frame_b.y = frame_a.y + ey*s;
    frame_b.phi = frame_a.phi;
    frame_a.fx + frame_b.fx = 0;
    frame_a.fy + frame_b.fy = 0;
    frame_a.t + frame_b.t + s*(ex*frame_b.fy - ey*frame_b.fx) = 0;
    f = -(frame_b.fx*ex + frame_b.fy*ey);
    if not useAxisFlange then
      f = 0;
    end if;
    annotation (Icon(graphics={
      Rectangle(extent={{-100,40},{-20,-40}}, lineColor={64,64,64}, fillColor={190,190,190},
        fillPattern=FillPattern.Solid),
      Rectangle(extent={{-20,20},{100,-20}}, lineColor={64,64,64}, fillColor={220,220,220},
        fillPattern=FillPattern.Solid),
      Text(extent={{-150,-50},{150,-90}}, textString="n=%n")}),
      Documentation(info="<html><p>frame_b moves against frame_a by <code>s</code> along
<code>n</code> and does not turn against it.</p></html>"));
  end Prismatic;

  annotation (Documentation(info="<html><p>Joints of one degree of freedom; an axis can be
driven.</p></html>"));
end Joints;
