// stage: check
// model: M
model Resistor
  parameter Real R = 1;
  Real u = R*time;
end Resistor;
model Other
  Real x = 1;
end Other;
model Circuit
  replaceable Resistor r(R = 2);
  Real y = r.u;
end Circuit;
model M
  // expect-error@+1: RedeclareIncompatible
  Circuit c(redeclare Other r);
end M;
