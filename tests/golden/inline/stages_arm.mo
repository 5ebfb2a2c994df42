// stage: structure
// options: --method inline:radau5
// note: an arm of five links is iterated at the accelerations of its joints at each of the three stages: what one stage computes in
// note: sequence is computed in the same sequence for all of them.
// assert: inline.iteration_variables == 15
model StagesArm
  constant Integer n = 5;
  inner Formola.MultiBody.World world;
  Formola.MultiBody.Joints.Revolute joint[n](each n = {0, 0, 1}, each useAxisFlange = true);
  Formola.MultiBody.Parts.BodyBar link[n](each r = {0.5, 0, 0}, each m = 1, each I_33 = 0.02);
  Formola.Rotational.SpringDamper spring[n](each c = 1e4, each d = 300);
  Formola.Rotational.Fixed fixed;
equation
  connect(world.frame_b, joint[1].frame_a);
  for i in 1:n loop
    connect(joint[i].frame_b, link[i].frame_a);
    connect(spring[i].flange_a, fixed.flange);
    connect(spring[i].flange_b, joint[i].axis);
  end for;
  for i in 1:n - 1 loop
    connect(link[i].frame_b, joint[i + 1].frame_a);
  end for;
end StagesArm;
