// stage: flatten
// model: M
// note: isRoot of an overconstrained array type.
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

model M
  World world;
  Boolean b = Connections.isRoot(world.frame.R);
end M;
