// stage: check
// model: Plant
// note: elements of records have no prefixes of their own, those of connectors are neither inner nor outer: specification 4.6
// message: give it to the component of the record
record Data
  // expect-error@+1: ClassRestriction
  input Real u = 1;
  // expect-error@+1: ClassRestriction
  output Real y = 2;
  // expect-error@+1: ClassRestriction
  inner Real z = 3;
  // expect-error@+1: ClassRestriction
  outer Real g;
end Data;
connector Port
  // expect-error@+1: ClassRestriction
  inner Real v = 2;
  flow Real i;
end Port;
connector Fine
  input Real u;
  output Real y;
end Fine;
model Plant
  inner Real g = 9.81;
  Data d;
  Port p;
  Fine f(u = 1);
equation
  f.y = f.u;
end Plant;
