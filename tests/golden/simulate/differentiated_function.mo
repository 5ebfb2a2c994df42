// stage: simulate
// note: a function without derivative annotation, with a loop, a branch, an array, a call and a record, differentiated by its statements
// options: --stop 2 --tolerance 1e-9
// configs: --backend interp
// analytic: x = exp(-time)
// analytic: y = (2*(1 + 2*x + 3*x^2) + cos(x) + 6*x)*(-x)
// tolerance: 1e-6
model DifferentiatedFunction
  record Pair
    Real a;
    Real b;
    Integer n;
  end Pair;
  function pair
    input Real x;
    output Pair p;
  algorithm
    p.n := 2;
    p.a := x^2;
    p.b := sin(x);
  end pair;
  function f
    input Real x;
    input Real a;
    output Real y;
  protected
    Real s = 0*x;
    Real v[3] = {x, x, x};
    Pair p;
  algorithm
    for i in 1:3 loop
      s := s + a*x^i;
    end for;
    p := pair(x);
    if x > 0 then
      y := s + p.b;
    else
      y := s - p.b;
    end if;
    v := x*v;
    y := y + sum(v[i] for i in 1:1) + v[2] + v[3] + 0*p.a*p.n;
  end f;
  Real x(start = 1, fixed = true);
  Real y;
equation
  der(x) = -x;
  y = der(f(x, 2));
end DifferentiatedFunction;
