// stage: flatten
// model: M
// note: A function whose outputs have defaults, protected constants, nested calls with several results in statements.
function split
  input Real x;
  output Real whole = floor(x);
  output Real part = x - floor(x);
algorithm
end split;

function use
  input Real x;
  output Real y;
protected
  constant Real k = 100;
  Real a, b;
algorithm
  (a, b) := split(x);
  y := k*a + b;
  (, b) := split(y);
  y := y + split(b);
end use;

model M
  Real y = use(time);
  Real w, p;
equation
  (w, p) = split(10*time);
end M;
