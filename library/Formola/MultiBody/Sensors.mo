within Formola.MultiBody;
package Sensors "Ideal sensors"
  extends Icons.Package;

  model AbsolutePosition "Position of a frame in the world"
    extends Icons.Sensor;
    Interfaces.Frame_a frame_a "Frame"
      annotation (Placement(transformation(extent={{-116,-16},{-84,16}})));
    Formola.Interfaces.RealOutput r[3](each unit="m") "Position"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    frame_a.f = zeros(3);
    frame_a.t = zeros(3);
    r = frame_a.r_0;
    annotation (Icon(graphics={Text(extent={{-30,-10},{30,-60}}, textString="r")}),
      Documentation(info="<html><p>Resolved in the world frame.</p></html>"));
  end AbsolutePosition;

  model AbsoluteVelocity "Speed and angular velocity of a frame"
    extends Icons.Sensor;
    Interfaces.Frame_a frame_a "Frame"
      annotation (Placement(transformation(extent={{-116,-16},{-84,16}})));
    Formola.Interfaces.RealOutput v[3](each unit="m/s") "Speed of the origin"
      annotation (Placement(transformation(extent={{100,30},{120,50}})));
    Formola.Interfaces.RealOutput w[3](each unit="rad/s") "Angular velocity"
      annotation (Placement(transformation(extent={{100,-50},{120,-30}})));
  equation
    frame_a.f = zeros(3);
    frame_a.t = zeros(3);
    v = Frames.resolve1(frame_a.R, frame_a.R.v);
    w = Frames.resolve1(frame_a.R, frame_a.R.w);
    annotation (Icon(graphics={Text(extent={{-30,-10},{30,-60}}, textString="v, w")}),
      Documentation(info="<html><p>Both resolved in the world frame.</p></html>"));
  end AbsoluteVelocity;

  model Distance "Distance of the origins of two frames"
    extends Icons.Sensor;
    Interfaces.Frame_a frame_a "Left frame"
      annotation (Placement(transformation(extent={{-116,-16},{-84,16}})));
    Interfaces.Frame_b frame_b "Right frame"
      annotation (Placement(transformation(extent={{84,-16},{116,16}})));
    Formola.Interfaces.RealOutput distance(unit="m") "Distance"
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,-110})));
  protected
    Units.Position r_0[3] "From frame_a to frame_b, resolved in the world frame";
  equation
    frame_a.f = zeros(3);
    frame_a.t = zeros(3);
    frame_b.f = zeros(3);
    frame_b.t = zeros(3);
    r_0 = frame_b.r_0 - frame_a.r_0;
    distance = sqrt(r_0*r_0);
    annotation (Icon(graphics={Text(extent={{-30,-10},{30,-60}}, textString="|r|")}),
      Documentation(info="<html><p>Does not connect the orientations of both
frames.</p></html>"));
  end Distance;

  model CutForce "Force and torque that pass through a connection"
    extends Icons.Sensor;
    Interfaces.Frame_a frame_a "Left frame"
      annotation (Placement(transformation(extent={{-116,-16},{-84,16}})));
    Interfaces.Frame_b frame_b "Right frame"
      annotation (Placement(transformation(extent={{84,-16},{116,16}})));
    Formola.Interfaces.RealOutput force[3](each unit="N") "Force, resolved in the frame"
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-60,-110})));
    Formola.Interfaces.RealOutput torque[3](each unit="N.m") "Torque, resolved in the frame"
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={60,-110})));
  equation
    Connections.branch(frame_a.R, frame_b.R);
    frame_b.r_0 = frame_a.r_0;
    frame_b.R = frame_a.R;
    zeros(3) = frame_a.f + frame_b.f;
    zeros(3) = frame_a.t + frame_b.t;
    force = frame_a.f;
    torque = frame_a.t;
    annotation (Icon(graphics={Text(extent={{-30,-10},{30,-60}}, textString="f, t")}),
      Documentation(info="<html><p>What flows from frame_a to frame_b.</p></html>"));
  end CutForce;

  annotation (Documentation(info="<html><p>Sensors take no force.</p></html>"));
end Sensors;
