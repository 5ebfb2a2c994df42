within Formola.MultiBody;
package Forces "Forces and torques"
  extends Icons.Package;

  model WorldForce "Force given by signals, resolved in the world frame"
    Interfaces.Frame_b frame_b "Frame on which the force acts"
      annotation (Placement(transformation(extent={{84,-16},{116,16}})));
    Formola.Interfaces.RealInput force[3](each unit="N") "Force"
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
  equation
    frame_b.f = -Frames.resolve2(frame_b.R, force);
    frame_b.t = zeros(3);
    annotation (Icon(graphics={
      Line(points={{-90,0},{80,0}}, thickness=2, arrow={Arrow.None,Arrow.Filled}),
      Text(extent={{-150,80},{150,40}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>Acts at the origin of the frame.</p></html>"));
  end WorldForce;

  model WorldTorque "Torque given by signals, resolved in the world frame"
    Interfaces.Frame_b frame_b "Frame on which the torque acts"
      annotation (Placement(transformation(extent={{84,-16},{116,16}})));
    Formola.Interfaces.RealInput torque[3](each unit="N.m") "Torque"
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
  equation
    frame_b.f = zeros(3);
    frame_b.t = -Frames.resolve2(frame_b.R, torque);
    annotation (Icon(graphics={
      Ellipse(extent={{-50,50},{50,-50}}, startAngle=0, endAngle=270),
      Text(extent={{-150,100},{150,60}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>A free torque.</p></html>"));
  end WorldTorque;

  model Spring "Linear spring and damper between two frames"
    extends Interfaces.TwoFrames;
    parameter Units.TranslationalStiffness c(start=100) "Stiffness";
    parameter Units.TranslationalDamping d = 0 "Damping constant";
    parameter Units.Length s0 = 0 "Length without force";
    parameter Units.Length s_small(min=Constants.small) = 1e-10
      "Guards the direction of a spring of zero length";
    Units.Length s "Length";
    Units.Velocity v "Derivative of the length";
    Units.Force f "Tension";
  protected
    Units.Position r_0[3] "From frame_a to frame_b, resolved in the world frame";
    Real e_0[3] "Direction, resolved in the world frame";
  equation
    r_0 = frame_b.r_0 - frame_a.r_0;
    s = noEvent(max(sqrt(r_0*r_0), s_small));
    e_0 = r_0/s;
    v = e_0*der(r_0);
    f = c*(s - s0) + d*v;
    frame_a.f = -Frames.resolve2(frame_a.R, e_0*f);
    frame_b.f = Frames.resolve2(frame_b.R, e_0*f);
    frame_a.t = zeros(3);
    frame_b.t = zeros(3);
    annotation (Icon(graphics={
      Line(points={{-100,0},{-60,0},{-50,30},{-30,-30},{-10,30},{10,-30},{30,30},{50,-30},{60,0},{100,0}}),
      Text(extent={{-150,-50},{150,-90}}, textString="c=%c")}),
      Documentation(info="<html><p>The tension <code>c*(s - s0) + d*der(s)</code> acts along the
line between both origins.</p></html>"));
  end Spring;

  annotation (Documentation(info="<html><p>Force elements.</p></html>"));
end Forces;
