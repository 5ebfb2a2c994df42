within Formola.PlanarMechanics;
package Interfaces "Frames of parts that move in a plane"
  extends Icons.Package;

  connector Frame "Position and angle of a part"
    Units.Position x "First coordinate";
    Units.Position y "Second coordinate";
    Units.Angle phi "Angle of the frame against the world frame";
    flow Units.Force fx "Force into the component, first component";
    flow Units.Force fy "Force into the component, second component";
    flow Units.Torque t "Torque into the component";
    annotation (Icon(graphics={
      Rectangle(extent={{-60,100},{60,-100}}, lineColor={95,95,95}, fillColor={220,220,220},
        fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>Forces and torques are cut forces: they add up to zero in a
connection.</p></html>"));
  end Frame;

  partial model TwoFrames "Part between two frames"
    Frame frame_a "Frame on the left"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Frame frame_b "Frame on the right"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    annotation (Icon(graphics={
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>Base of joints, rods and springs.</p></html>"));
  end TwoFrames;

  annotation (Documentation(info="<html><p>Connectors and partial models.</p></html>"));
end Interfaces;
