// stage: check
// model: T.M
// note: what a function inherits and its own algorithm, or an external call, are two bodies (Modelica 3.6, 12.2)
package T
  function half
    input Real u;
    output Real y;
  algorithm
    y := u/2;
  end half;

  function third
    extends half;
  // expect-error@+1: ClassRestriction
  algorithm
    y := u/3;
  end third;

  package P
    replaceable function f
      input Real u;
      output Real y;
    algorithm
      y := u;
    end f;
  end P;

  package Q
    extends P;
    redeclare function extends f
    // expect-error@+1: ClassRestriction
    algorithm
      y := 2*u;
    end f;
  end Q;

  function absolute
    input Real u;
    output Real y;
    external "C" y = fabs(u);
  end absolute;

  function signed
    extends absolute;
  // expect-error@+1: ClassRestriction
  algorithm
    y := u;
  end signed;

  function named "a name and other defaults are no second body"
    extends half(u = 8);
  end named;

  model M
    Real a = third(time);
    Real b = Q.f(time);
    Real c = signed(time);
    Real d = named();
  end M;
end T;
