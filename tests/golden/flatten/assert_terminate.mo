// stage: flatten
// model: M
// note: assert in equations, algorithms, functions, initial sections; with and without level.
function root
  input Real x;
  output Real y;
algorithm
  assert(x >= 0, "root of " + String(x));
  y := sqrt(x);
end root;

model M
  parameter Real p = 4;
  Real y = root(p + time);
  Real z;
initial equation
  assert(p > 0, "p must be positive");
equation
  assert(y < 100, "large", level = AssertionLevel.warning);
algorithm
  z := y;
  assert(z > -1, "negative");
  if z > 50 then
    terminate("done");
  end if;
end M;
