// stage: flatten
// model: M
// note: A loop of connections whose connector holds a redundant rotation: one connection is broken (9.4).
type Pair = Real[2];

type Angle2
  extends Pair;
  function equalityConstraint
    input Angle2 a;
    input Angle2 b;
    output Real residue[1];
  algorithm
    residue := {a[1]*b[2] - a[2]*b[1]};
  end equalityConstraint;
end Angle2;

connector Frame
  Angle2 R;
  flow Real t;
end Frame;

model World
  Frame frame;
equation
  Connections.root(frame.R);
  frame.R = {1, 0};
end World;

model Bar
  Frame a, b;
equation
  Connections.branch(a.R, b.R);
  b.R = a.R;
  a.t + b.t = 0;
end Bar;

model M
  World world;
  Bar one, two;
equation
  connect(world.frame, one.a);
  connect(one.b, two.a);
  connect(two.b, world.frame);
end M;
