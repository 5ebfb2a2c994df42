// stage: check
// options: --strict
// model: Plant
// note: what was redeclared can be redeclared again only if it says so: specification 7.3.3
model Small
  Real x = 1;
end Small;
model Large
  Real x = 2;
  Real y = 3;
end Large;
model Host
  replaceable Small part;
end Host;
model Closed
  extends Host(redeclare Large part);
end Closed;
model Open
  extends Host(redeclare replaceable Large part);
end Open;
model Family
  replaceable model Kind = Small;
  Kind member;
end Family;
model ClosedFamily
  extends Family(redeclare model Kind = Large);
end ClosedFamily;
model Plant
  // expect-error@+1: NoLongerReplaceable
  Closed a(redeclare Small part);
  Open b(redeclare Small part);
  // expect-error@+1: NoLongerReplaceable
  ClosedFamily c(redeclare model Kind = Small);
end Plant;
