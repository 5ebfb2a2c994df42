// stage: simulate
// model: RedundantThroughEquality
// options: --stop 1
// final: a.x = 0.36787944117
// final: b.x = 0.36787944117
// final: c.x = 0.36787944117
// note: All parts fix their own start value; that they are equal is found by index reduction only, and the other conditions say nothing new.
function same "The first element; its derivative is the second one"
  input Real u[2];
  input Real dummy;
  output Real y;
algorithm
  y := u[1];
  annotation(derivative(noDerivative = u) = sameDer, InlineAfterIndexReduction = true);
end same;
function sameDer
  input Real u[2];
  input Real dummy;
  input Real dummy_der;
  output Real y;
algorithm
  y := u[2];
  annotation(Inline = true);
end sameDer;
model Part
  Real x(start = 1, fixed = true);
  Real f;
equation
  der(x) = f;
end Part;
model RedundantThroughEquality
  Part a, b, c;
equation
  a.f = -a.x;
  b.x = same({a.x, der(a.x)}, time);
  -c.x = same({-b.x, -der(b.x)}, time);
end RedundantThroughEquality;
