// stage: check
// model: M
connector Pin
  Real v;
  flow Real i;
end Pin;
connector Signal
  input Real u;
  output Real y;
  parameter Real k = 1;
end Signal;
connector RealInput = input Real;
block B
  // expect-error@+1: BlockConnector
  Pin p;
  Signal s(k = 2);
  RealInput u[2];
equation
  p.v = 0;
  s.y = u[1] + u[2];
end B;
model M
  B b(u = {1, 2}, s(u = 3));
end M;
