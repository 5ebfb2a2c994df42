// The mechanism of bench_multibody: f revolute joints with skew axes and bodies with full inertia
// tensors; bench_multibody.cpp builds the same one for the library it compares with.
model Mechanism "Tree of f bodies on revolute joints; body i hangs on body div(i, branching) or i - 1"
  parameter Integer f = 6 "Number of joints" annotation (Evaluate=true);
  parameter Boolean tree = false "true: a binary tree, false: a chain" annotation (Evaluate=true);
  inner Formola.MultiBody.World world(g=9.81, n={0, -1, 0});
  Formola.MultiBody.Joints.Revolute joint[f](
    n={{sin(i), cos(2*i), 0.5 + 0.3*sin(3*i)} for i in 1:f}, each useAxisFlange=true,
    phi(start={0.4 + 0.3*sin(5*i) for i in 1:f}, each fixed=true),
    w(start={0.5*cos(i) for i in 1:f}, each fixed=true));
  Formola.Rotational.Sources.ConstantTorque torque[f](tau={0.3*sin(i) for i in 1:f});
  Formola.MultiBody.Parts.BodyBar bar[f](
    r={{0.2 + 0.02*sin(i), 0.1*cos(i), 0.05*sin(2*i)} for i in 1:f},
    r_CM={{0.1 + 0.01*sin(i), 0.04*cos(i), 0.03*sin(2*i)} for i in 1:f},
    m={1 + 0.3*sin(i) for i in 1:f},
    I_11={0.01 + 0.002*sin(i) for i in 1:f}, I_22={0.012 + 0.002*cos(i) for i in 1:f}, each I_33=0.015,
    I_21={0.001*sin(2*i) for i in 1:f}, I_31={0.001*cos(3*i) for i in 1:f}, each I_32=-0.001);
equation
  connect(world.frame_b, joint[1].frame_a);
  for i in 1:f loop
    connect(joint[i].frame_b, bar[i].frame_a);
    connect(torque[i].flange, joint[i].axis);
  end for;
  for i in 2:f loop
    connect(bar[if tree then div(i, 2) else i - 1].frame_b, joint[i].frame_a);
  end for;
end Mechanism;
