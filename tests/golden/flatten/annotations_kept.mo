// stage: flatten
// model: M
// note: Annotations that mean something are kept: experiment, derivative, inverse, smoothOrder, Inline, vendor annotations.
function f
  input Real x;
  output Real y;
algorithm
  y := x^3;
  annotation(derivative = df, inverse(x = g(y)), smoothOrder = 2, Inline = false);
end f;

function df
  input Real x, dx;
  output Real dy;
algorithm
  dy := 3*x^2*dx;
end df;

function g
  input Real y;
  output Real x;
algorithm
  x := y^(1/3);
  annotation(Inline = false);
end g;

model M
  parameter Real p = 1 annotation(Evaluate = true, Dialog(group = "x"));
  Real y = f(time) annotation(HideResult = true, __Tool(plot = {1, 2}));
  annotation(experiment(StartTime = 0, StopTime = 2, Tolerance = 1e-6, Interval = 0.1), __Formola(method = "ida"));
end M;
