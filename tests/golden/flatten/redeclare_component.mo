// stage: flatten
// model: M
// note: A redeclared component gets the new class; the old modifiers of the constraining class stay, those of the default don't.
partial model Partial
  parameter Real R = 1;
  Real u, i;
end Partial;

model Linear
  extends Partial;
equation
  u = R*i;
end Linear;

model Cubic
  extends Partial;
  parameter Real k = 3;
equation
  u = R*i + k*i^3;
end Cubic;

model Circuit
  replaceable Linear load(R = 5) constrainedby Partial(R = 50);
equation
  load.i = time;
end Circuit;

model M
  Circuit plain;
  Circuit changed(redeclare Cubic load(k = 4));
end M;
