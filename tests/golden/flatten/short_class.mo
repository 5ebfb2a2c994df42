// stage: flatten
// model: M
// note: Short classes with modifiers and array dimensions.
model A
  parameter Real k = 1;
  Real x = k*time;
end A;

model B = A(k = 2);
model C = B(k = 3);
connector RealInput = input Real;
connector RealOutput = output Real;
type Vector = Real[2];

block Gain
  parameter Real k = 1;
  RealInput u;
  RealOutput y = k*u;
end Gain;

model M
  A a;
  B b;
  C c;
  Vector g[3] = fill(time, 3, 2);
  Gain gain(u = time, k = 5);
end M;
