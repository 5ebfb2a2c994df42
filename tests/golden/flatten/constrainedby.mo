// stage: flatten
// model: M
// note: Modifiers of the constraining class apply to every redeclaration; those of the default only to it.
partial model Interface
  parameter Real a = 1;
  Real y;
end Interface;

model Default
  extends Interface;
  parameter Real b = 2;
equation
  y = a + b;
end Default;

model Other
  extends Interface;
  parameter Real c = 3;
equation
  y = a*c*time;
end Other;

model Host
  replaceable model Part = Default(b = 20) constrainedby Interface(a = 10);
  Part p;
end Host;

model M
  Host asIs;
  Host other(redeclare model Part = Other);
  Host both(redeclare model Part = Other(a = 11, c = 12));
end M;
