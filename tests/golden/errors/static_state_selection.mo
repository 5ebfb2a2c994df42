// stage: translate
// options: --to matlab
// model: M
// note: a simulation would exchange x and y; a translated program has to keep its states
model M
  Real x(start = 1), y, u, v, T;
equation
  // expect-warning@+1: StaticStateSelection
  x^2 + y^2 = 1;
  der(x) = u;
  der(y) = v;
  der(u) = T*x;
  der(v) = T*y - 9.81;
end M;
