// stage: simulate
// options: --stop 1
// model: Plant
// note: the same declaration twice, inherited and own: a redeclaration replaces both (specification 7.1.1, 7.3)
// final: a.y = 2
// final: b.y = 1
record Data
  parameter Real k = 1;
end Data;
record Other
  extends Data(k = 2);
end Other;
partial model Base
  replaceable parameter Data data;
end Base;
model Zone
  extends Base;
  replaceable parameter Data data;
  Real y = data.k;
end Zone;
model Plant
  Zone a(redeclare Other data);
  Zone b;
end Plant;
