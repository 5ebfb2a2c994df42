// stage: simulate
// options: --stop 0.1 --tolerance 1e-12 --filter ^(theta|rocker)
// tolerance: 2e-6
// configs: --ignore-hints
// final: theta_deg = 20.29788
// final: rocker_deg = 57.32488
// final: theta_w = -4.12091
// final: rocker_w = 6.99799
// final: theta_a = 296.0892
// final: rocker_a = 470.1335
// note: Crank 40, coupler 120, rocker 80, base 100; crank at 40 degrees with 25 rad/s and 15 rad/s2. Angles, speeds and
// note: accelerations of coupler and rocker by the closed formulas that multi_body_four_bar_formulas.mo states.
model DrivenFourBar
  constant Real T = 0.1 "The crank is in the given position at this time";
  inner Formola.MultiBody.World world(g = 0);
  Formola.MultiBody.Joints.Revolute crankshaft(useAxisFlange = true);
  Formola.Rotational.Sources.Position drive;
  Formola.MultiBody.Parts.BodyBar crank(r = {0.04, 0, 0}, m = 0.1);
  Formola.MultiBody.Joints.Revolute joint2(phi(start = 1), stateSelect = StateSelect.avoid);
  Formola.MultiBody.Parts.BodyBar coupler(r = {0.12, 0, 0}, m = 0.3);
  Formola.MultiBody.Parts.Fixed pivot(r = {0.1, 0, 0});
  Formola.MultiBody.Joints.Revolute joint4(phi(start = 1.5), stateSelect = StateSelect.avoid);
  Formola.MultiBody.Parts.BodyBar rocker(r = {0.08, 0, 0}, m = 0.2);
  Formola.MultiBody.Joints.RevoluteCut joint3;
  Real theta_deg = (crankshaft.phi + joint2.phi)*180/Formola.Constants.pi, rocker_deg = joint4.phi*180/Formola.Constants.pi;
  Real theta_w = crankshaft.w + joint2.w, rocker_w = joint4.w;
  Real theta_a = crankshaft.a + joint2.a, rocker_a = joint4.a;
equation
  drive.phi_ref = 40*Formola.Constants.pi/180 + 25*(time - T) + 7.5*(time - T)^2;
  connect(drive.flange, crankshaft.axis);
  connect(world.frame_b, crankshaft.frame_a);
  connect(crankshaft.frame_b, crank.frame_a);
  connect(crank.frame_b, joint2.frame_a);
  connect(joint2.frame_b, coupler.frame_a);
  connect(pivot.frame_b, joint4.frame_a);
  connect(joint4.frame_b, rocker.frame_a);
  connect(rocker.frame_b, joint3.frame_a);
  connect(coupler.frame_b, joint3.frame_b);
end DrivenFourBar;
