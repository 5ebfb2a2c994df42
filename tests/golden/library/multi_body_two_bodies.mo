// stage: simulate
// options: --stop 3 --tolerance 1e-9
// tolerance: 1e-6
// analytic: p[1] = 2
// analytic: p[2] = 0.5
// analytic: p[3] = 0
// analytic: centre = time
// analytic: L[3] = 0.1*3
// final: energy = 0.5*(1 + 0.25) + 0.5 + 0.5*0.1*9 + 0.5*10*0.25
// note: Two free bodies joined by a spring: momentum, angular momentum about the origin and energy are conserved.
model TwoBodies
  inner Formola.MultiBody.World world(g = 0);
  Formola.MultiBody.Joints.FreeMotion motion1(v_start = {1, 0.5, 0}, w_start = {0, 0, 3});
  Formola.MultiBody.Joints.FreeMotion motion2(r_start = {1, 0, 0}, v_start = {1, 0, 0});
  Formola.MultiBody.Parts.Body body1(m = 1, I_11 = 0.1, I_22 = 0.1, I_33 = 0.1);
  Formola.MultiBody.Parts.Body body2(m = 1, I_11 = 0.1, I_22 = 0.1, I_33 = 0.1);
  Formola.MultiBody.Forces.Spring spring(c = 10, s0 = 0.5);
  Real p[3] = body1.m*body1.v_0 + body2.m*body2.v_0;
  Real L[3] = cross(body1.frame_a.r_0, body1.m*body1.v_0) + cross(body2.frame_a.r_0, body2.m*body2.v_0)
    + Formola.MultiBody.Frames.resolve1(body1.frame_a.R, body1.I*body1.w_a)
    + Formola.MultiBody.Frames.resolve1(body2.frame_a.R, body2.I*body2.w_a);
  Real centre = (body1.frame_a.r_0[1] + body2.frame_a.r_0[1])/2 - 0.5;
  Real energy = body1.kineticEnergy + body2.kineticEnergy + spring.c*(spring.s - spring.s0)^2/2;
equation
  connect(world.frame_b, motion1.frame_a);
  connect(world.frame_b, motion2.frame_a);
  connect(motion1.frame_b, body1.frame_a);
  connect(motion2.frame_b, body2.frame_a);
  connect(body1.frame_a, spring.frame_a);
  connect(body2.frame_a, spring.frame_b);
end TwoBodies;
