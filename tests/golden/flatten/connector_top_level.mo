// stage: flatten
// model: M
// note: Public connectors of the model itself: inputs are known, flows of unconnected ones are zero.
connector Pin
  Real v;
  flow Real i;
end Pin;

model M
  Pin p, n;
  input Real u;
  output Real y;
  parameter Real R = 2;
equation
  p.v - n.v = R*p.i + u;
  n.v = 0;
  y = p.v;
end M;
