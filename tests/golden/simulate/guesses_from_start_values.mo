// stage: simulate
// model: Guesses.All
// options: --stop 1
// note: unknowns without a start value begin with what follows from those that have one, where zeros lead nowhere: logarithms of
// note: negative numbers, start values that depend on parameters which are computed here
// final: a.x1 = 8.063340886230675
// final: a.x2 = 8.063340886230675
// final: b.s = 5
// final: b.x1 = 8.063340886230675
package Guesses
  model Pair "both logarithms are defined beyond 7; iterated are x1 and x2"
    parameter Real t0 = 304;
    Real x1, x2;
    Real y1(start = 0.1), z1(start = 0.9), t1(start = t0);
    Real y2(start = 0.1), z2(start = 0.9), t2(start = t0);
  equation
    y1 = log(x1 - 7);
    z1 = x1*y1;
    t1 = 37.5*x1 + y1*z1;
    t1*(1 + y1) = 320 + sin(x2);
    y2 = log(x2 - 7);
    z2 = x2*y2;
    t2 = 37.5*x2 + y2*z2;
    t2*(1 + y2) = 320 + sin(x1);
  end Pair;

  model Computed "the start values depend on a parameter that an initial equation gives"
    extends Pair(t0 = 60.8*p);
    parameter Real p(fixed = false);
    Real s(start = 1);
  initial equation
    der(s) = 0;
    p = s;
  equation
    der(s) = 5 - s;
  end Computed;

  model All
    Pair a;
    Computed b;
  end All;
end Guesses;
