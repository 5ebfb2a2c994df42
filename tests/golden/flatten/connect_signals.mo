// stage: flatten
// model: M
// note: Input and output connectors; one output feeds several inputs; blocks inside blocks; parameters in connectors.
connector RealInput = input Real;
connector RealOutput = output Real;

block Gain
  parameter Real k = 1;
  RealInput u;
  RealOutput y;
equation
  y = k*u;
end Gain;

block Two
  RealInput u;
  RealOutput y;
  Gain a(k = 2), b(k = 3);
equation
  connect(u, a.u);
  connect(a.y, b.u);
  connect(b.y, y);
end Two;

model M
  RealInput u;
  RealOutput y[2];
  Two two;
  Gain g;
equation
  connect(u, two.u);
  connect(two.u, g.u);
  connect(two.y, y[1]);
  connect(g.y, y[2]);
end M;
