// stage: check
// model: M
model Resistor
  parameter Real R = 1;
  Real u = R*time;
end Resistor;
model Other
  parameter Real R = 1;
end Other;
model Plain
  Real u = 1;
end Plain;
model Circuit
  replaceable model Load = Resistor;
  model Fixed = Plain;
  Load load(R = 2);
  Fixed f;
end Circuit;
model M
  // expect-error@+1: RedeclareIncompatible
  Circuit c(redeclare model Load = Other);
  // expect-error@+1: NotReplaceable
  Circuit d(redeclare model Fixed = Plain);
end M;
