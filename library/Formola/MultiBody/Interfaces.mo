within Formola.MultiBody;
package Interfaces "Connectors and partial models"
  extends Icons.Package;

  connector Frame "Coordinate system fixed in a part, with one cut force and one cut torque"
    Units.Position r_0[3] "Position of the origin, resolved in the world frame";
    Frames.Orientation R "Orientation with respect to the world frame";
    flow Units.Force f[3] "Cut force into the component, resolved in the frame";
    flow Units.Torque t[3] "Cut torque into the component, resolved in the frame";
    annotation (Icon(graphics={
      Rectangle(extent={{-60,100},{60,-100}}, lineColor={64,64,64}, fillColor={192,192,192},
        fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>Position and orientation are equal and cut forces and
torques add up to zero where frames are connected. The orientation is overdetermined: in
a loop of connections one of them compares directions only.</p></html>"));
  end Frame;

  connector Frame_a = Frame "Left frame"
    annotation (Icon(graphics={
      Rectangle(extent={{-60,100},{60,-100}}, lineColor={64,64,64}, fillColor={192,192,192},
        fillPattern=FillPattern.Solid)}));

  connector Frame_b = Frame "Right frame"
    annotation (Icon(graphics={
      Rectangle(extent={{-60,100},{60,-100}}, lineColor={64,64,64}, fillColor={255,255,255},
        fillPattern=FillPattern.Solid)}));

  partial model TwoFrames "Part with two frames"
    Frame_a frame_a "Left frame"
      annotation (Placement(transformation(extent={{-116,-16},{-84,16}})));
    Frame_b frame_b "Right frame"
      annotation (Placement(transformation(extent={{84,-16},{116,16}})));
    annotation (Icon(graphics={Text(extent={{-150,120},{150,80}}, textString="%name",
      textColor={0,0,255})}),
      Documentation(info="<html><p>Base of parts and joints between two frames.</p></html>"));
  end TwoFrames;

  annotation (Documentation(info="<html><p>The frame connector.</p></html>"));
end Interfaces;
