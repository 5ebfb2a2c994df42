// stage: simulate
// options: --stop 1
// note: arguments of a function that is an argument itself are bound (specification 3.6, 12.4.2.1)
// analytic: a = 1 + 20 + 300 * time
// analytic: b = 3 * time + 20 + 100
// analytic: c = 12 + 10 * time
// analytic: d = 4 * time
// analytic: e = 4 * time
// analytic: f = 0.25
// configs: --backend interp; --method inline:bdf
model PartialApplicationOfInput
  partial function One
    input Real x;
    output Real y;
  end One;
  partial function Two
    input Real x;
    input Real y;
    output Real z;
  end Two;
  partial function Three
    input Real a;
    input Real b;
    input Real c;
    output Real y;
  end Three;
  function apply
    input One g;
    input Real x;
    output Real y;
  algorithm
    y := g(x);
  end apply;
  function digits
    extends Three;
  algorithm
    y := a + 10*b + 100*c;
  end digits;
  function first
    input Three g;
    input Real u;
    output Real y;
  algorithm
    y := apply(function g(a = 1, b = 2), u);
  end first;
  function last
    input Three g;
    input Real u;
    output Real y;
  algorithm
    y := apply(function g(c = 1, b = 2), u);
  end last;
  function sumOf
    input Real x;
    input Real y;
    input Real k;
    output Real z;
  algorithm
    z := x + 2*y + k;
  end sumOf;
  function bound
    input Two g;
    input Real u;
    output Real y;
  algorithm
    y := apply(function g(x = u), 2);
  end bound;
  function inlined
    input Two g;
    input Real u;
    output Real y;
  algorithm
    y := apply(function g(x = u), 4);
    annotation(Inline = true);
  end inlined;
  function inlinedLate
    input Two g;
    input Real u;
    output Real y;
  algorithm
    y := apply(function g(x = u), 4);
    annotation(LateInline = true);
  end inlinedLate;
  function product
    extends Two;
  algorithm
    z := x*y;
  end product;
  function trapezoid
    input Real x1;
    input Real x2;
    input One g;
    output Real y;
  algorithm
    y := (x2 - x1)*(g(x1) + g(x2))/2;
  end trapezoid;
  function line
    input Real x;
    input Real y1;
    input Real y2;
    input Two g;
    output Real z;
  algorithm
    z := trapezoid(y1, y2, function g(y = x));
  end line;
  function surface
    input Real x1;
    input Real x2;
    input Real y1;
    input Real y2;
    input Two g;
    output Real y;
  algorithm
    y := trapezoid(x1, x2, function line(y1 = y1, y2 = y2, g = g));
  end surface;
  Real a = first(digits, 3*time);
  Real b = last(digits, 3*time);
  Real c = bound(function sumOf(k = 10*time + 4 + 3), 1);
  Real d = inlined(product, time);
  Real e = inlinedLate(product, time);
  Real f = surface(0, 1, 0, 1, product);
end PartialApplicationOfInput;
