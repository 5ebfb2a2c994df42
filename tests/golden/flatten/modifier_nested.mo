// stage: flatten
// model: M
// note: A modifier of an inner component wins over the one written further inside; unmentioned values stay.
model A
  parameter Real a = 1;
  parameter Real b = 2;
  Real x(start = a, fixed = true);
equation
  der(x) = -b*x;
end A;

model B
  A c(a = 10, x(start = 3, nominal = 5));
  parameter Real k = 7;
end B;

model M
  B one;
  B two(c(a = k, x(start = 4)), k = 8);
  parameter Real k = 9;
end M;
