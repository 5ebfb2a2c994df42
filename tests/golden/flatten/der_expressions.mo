// stage: flatten
// model: M
// note: der of elements, of record members, of arrays and of expressions.
record State
  Real x;
  Real v;
end State;

model M
  State s;
  Real a[2](each start = 1, each fixed = true), b[2, 2];
  Real y = der(s.x*time);
  Real z = der(2*a[1] + a[2]);
equation
  der(s.x) = s.v;
  der(s.v) = -s.x;
  der(a) = -a;
  der(b[1, :]) = {1, 2};
  der(b[2, 1]) = 3;
  b[2, 2] = der(a[2]);
end M;
