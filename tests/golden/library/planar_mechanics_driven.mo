// stage: simulate
// options: --stop 1 --tolerance 1e-8
// tolerance: 1e-5
// note: both planar joints driven through their flanges
// analytic: turn.w = time*2/(0.5 + 1*0.25)
// analytic: slide.s = 3*time^2/2/4
model PlanarDriven
  import Formola.*;
  inner PlanarMechanics.World world(g = {0, 0});
  PlanarMechanics.Parts.Fixed pivot, wall;
  PlanarMechanics.Joints.Revolute turn(useAxisFlange = true, phi(fixed = true), w(fixed = true));
  PlanarMechanics.Parts.Rod rod(r = {0.3, 0.4});
  PlanarMechanics.Parts.Body disc(m = 1, I = 0.5);
  Rotational.Sources.ConstantTorque torque(tau = 2);
  PlanarMechanics.Joints.Prismatic slide(n = {3, 4}, useAxisFlange = true, s(fixed = true), v(fixed = true));
  PlanarMechanics.Parts.Body block_(m = 4, I = 1);
  Translational.Sources.ConstantForce force(f = 3);
equation
  connect(pivot.frame, turn.frame_a);
  connect(turn.frame_b, rod.frame_a);
  connect(rod.frame_b, disc.frame);
  connect(torque.flange, turn.axis);
  connect(wall.frame, slide.frame_a);
  connect(slide.frame_b, block_.frame);
  connect(force.flange, slide.axis);
end PlanarDriven;
