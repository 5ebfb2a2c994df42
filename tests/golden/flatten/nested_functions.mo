// stage: flatten
// model: M
// note: Functions that call functions, that have local arrays sized by inputs, and that use package constants.
package Poly
  constant Real tiny = 1e-6;
  function horner
    input Real c[:];
    input Real x;
    output Real y = 0;
  algorithm
    for i in size(c, 1):-1:1 loop
      y := y*x + c[i];
    end for;
  end horner;
  function slope
    input Real c[:];
    input Real x;
    output Real d;
  protected
    Integer n = size(c, 1);
    Real e[n - 1];
  algorithm
    e := {i*c[i + 1] for i in 1:n - 1};
    d := horner(e, x) + tiny;
  end slope;
end Poly;

model M
  parameter Real c[3] = {1, 2, 3};
  Real y = Poly.horner(c, time);
  Real d = Poly.slope(c, time);
  constant Real k = Poly.slope({1, 2, 3}, 1);
  Real z = k*time;
end M;
