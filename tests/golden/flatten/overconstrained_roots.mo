// stage: flatten
// model: M
// note: Potential roots by priority, isRoot and rooted (9.4).
type Phase
  extends Real;
  function equalityConstraint
    input Phase a;
    input Phase b;
    output Real residue[0];
  algorithm
  end equalityConstraint;
end Phase;

connector Plug
  Real v;
  flow Real i;
  Phase theta;
end Plug;

model Generator
  parameter Integer priority = 0;
  Plug p;
equation
  Connections.potentialRoot(p.theta, priority);
  if Connections.isRoot(p.theta) then
    p.theta = 10*time;
  end if;
  p.v = cos(p.theta);
end Generator;

model Line
  Plug a, b;
  Boolean forward = Connections.rooted(a.theta);
equation
  Connections.branch(a.theta, b.theta);
  a.theta = b.theta;
  a.v - b.v = a.i;
  a.i + b.i = 0;
end Line;

model M
  Generator first(priority = 1), second;
  Line line;
equation
  connect(first.p, line.a);
  connect(line.b, second.p);
end M;
