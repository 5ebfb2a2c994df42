// stage: flatten
// model: M
// note: A final modifier makes the element final.
model A
  parameter Real r = 2;
  Real y(start = 1) = r*time;
end A;

model M
  extends A(final r = 5, y(final start = 3));
end M;
