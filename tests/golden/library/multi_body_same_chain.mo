// stage: simulate
// options: --stop 1 --tolerance 1e-9 --filter ^difference
// tolerance: 1e-5
// analytic: difference = 0
// note: The planar chain with accelerations in its connectors and the one of Formola.MultiBody, whose accelerations come
// note: from index reduction, move alike.
model SameChain
  parameter Integer f = 3;
  Formola.Examples.Papers.JointChain.Chain paper(f = f);
  inner Formola.MultiBody.World world;
  Formola.MultiBody.Joints.Revolute joint[f](phi(each start = 0.1, each fixed = true), w(each start = 0, each fixed = true));
  Formola.MultiBody.Parts.BodyBar bar[f](each r = {0.2, 0, 0}, each m = 1, each I_33 = 0.004);
  Real difference = sum(abs(paper.joint[i].q - joint[i].phi) for i in 1:f);
equation
  connect(world.frame_b, joint[1].frame_a);
  for i in 1:f loop
    connect(joint[i].frame_b, bar[i].frame_a);
  end for;
  for i in 2:f loop
    connect(bar[i - 1].frame_b, joint[i].frame_a);
  end for;
end SameChain;
