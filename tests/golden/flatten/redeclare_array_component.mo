// stage: flatten
// model: M
// note: Redeclaring an array of components, and a component whose modifiers come from several levels.
model A
  parameter Real p = 1;
  Real y = p*time;
end A;

model B
  extends A;
  parameter Real q = 2;
end B;

model Host
  parameter Integer n = 2;
  replaceable A part[n](each p = 3) constrainedby A;
  replaceable A single(p = 4);
end Host;

model M
  Host h(redeclare B part[2](each q = 5), redeclare B single(q = 6));
  Host k(redeclare replaceable B single);
  Host l(part(p = {7, 8}));
end M;
