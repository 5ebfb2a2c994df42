// stage: simulate
// model: M
// note: Values of reductions and comprehensions, also inside functions.
// final: a = 55
// final: d = 9
// final: e[2,3] = 23
// final: f = 30
// final: g = 576
// final: h = -1
function total
  input Real x[:];
  output Real s;
  output Real p;
  output Real m;
algorithm
  s := sum(v^2 for v in x);
  p := product(x[i]*i for i in 1:size(x, 1));
  m := min(-v for v in x[1:1]);
end total;

model M
  Real a = sum(i*time for i in 1:10);
  Real d = max(i*j*time for i in 1:3, j in 1:3);
  Real e[2, 3] = {(10*i + j)*time for j in 1:3, i in 1:2};
  Real f, g, h;
equation
  (f, g, h) = total({1, 2, 3, 4}*time);
end M;
