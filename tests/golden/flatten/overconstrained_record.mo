// stage: flatten
// model: M
// note: The same with a record as the redundant type, as multibody libraries use it; two loops.
record Rotation
  Real c, s;
  encapsulated function equalityConstraint
    import Rotation;
    input Rotation a, b;
    output Real residue[1];
  algorithm
    residue := {a.c*b.s - a.s*b.c};
  end equalityConstraint;
end Rotation;

connector Frame
  Rotation R;
  flow Real t;
end Frame;

model World
  Frame frame;
equation
  Connections.root(frame.R);
  frame.R = Rotation(1, 0);
end World;

model Bar
  Frame a, b;
equation
  Connections.branch(a.R, b.R);
  if Connections.rooted(a.R) then
    b.R = a.R;
  else
    a.R = b.R;
  end if;
  a.t + b.t = 0;
end Bar;

model M
  World world;
  Bar one, two, three;
equation
  connect(world.frame, one.a);
  connect(world.frame, two.a);
  connect(one.b, two.b);
  connect(one.b, three.b);
end M;
