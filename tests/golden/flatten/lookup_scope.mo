// stage: flatten
// model: P.M
// note: Lookup order: local before inherited scope before enclosing package; a loop variable hides a component.
package P
  constant Real a = 1;
  constant Real b = 2;
  function f
    input Real x;
    output Real y;
  algorithm
    y := a*x;
  end f;
  model Base
    parameter Real b = 20;
    Real fromBase = b*time;
  end Base;
  model M
    extends Base;
    parameter Integer i = 100;
    Real x = f(b);
    Real y[2];
  equation
    for i in 1:2 loop
      y[i] = i*time + a;
    end for;
  end M;
end P;
