// stage: flatten
// model: M
// note: final in a type's attribute, in a component's modifier, and through a base class.
type Positive = Real(final min = 0);

model A
  Positive p(start = 1);
  parameter Real k(final unit = "1") = 2;
equation
  der(p) = -k*p;
end A;

model M
  A a(p(start = 3, max = 10), k = 4);
end M;
