// stage: flatten
// model: M
// note: Component modifier before extends modifier before declaration.
model Base
  parameter Real p = 1;
  parameter Real q = 1;
  parameter Real r = 1;
  Real x(start = 1, min = 0, max = 1, unit = "m") = p + q + r;
end Base;

model Middle
  extends Base(q = 2, r = 2, x(max = 2));
end Middle;

model M
  extends Middle(r = 3, x(min = -3));
  Middle m(r = 4, x(start = 5));
end M;
