// stage: simulate
// model: FourBar
// options: --stop 2 --tolerance 1e-8
// note: The loop is closed from angles of zero, where the iteration passes nearly singular positions and was led to
//       j2.phi = -178633; the loop must be closed near the start values.
// tolerance: 1e-5
// final: j1.phi = -3.475408
// final: j2.phi = 3.841551
// final: j3.phi = 2.372074
// configs: --method inline:radau5; --method inline:bdf; --method inline:sdirk4
model FourBar
  import Formola.MultiBody.*;
  inner World world;
  Joints.Revolute j1(phi(start = 1, fixed = true), w(start = 0, fixed = true)), j2, j3;
  Parts.BodyBar b1(r = {1, 0, 0}, m = 1), b2(r = {2, 0, 0}, m = 1), b3(r = {1.5, 0, 0}, m = 1);
  Parts.Fixed fx(r = {2, 0, 0});
  Joints.RevoluteCut cut;
equation
  connect(world.frame_b, j1.frame_a);
  connect(j1.frame_b, b1.frame_a);
  connect(b1.frame_b, j2.frame_a);
  connect(j2.frame_b, b2.frame_a);
  connect(fx.frame_b, j3.frame_a);
  connect(j3.frame_b, b3.frame_a);
  connect(b2.frame_b, cut.frame_a);
  connect(b3.frame_b, cut.frame_b);
end FourBar;
