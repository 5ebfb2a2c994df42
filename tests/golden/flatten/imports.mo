// stage: flatten
// model: Lib.Use.M
// note: Imports: qualified, renamed, several, all; they are found before enclosing classes and not inherited.
package Lib
  package Const
    constant Real a = 1;
    constant Real b = 2;
    constant Real c = 3;
    package Deep
      constant Real d = 4;
      function f
        input Real x;
        output Real y = d*x;
      algorithm
      end f;
    end Deep;
  end Const;
  constant Real e = 5;

  package Use
    import Lib.Const.a;
    import C = Lib.Const;
    import Lib.Const.{b, c};
    import Lib.Const.Deep.*;
    model M
      import g = Lib.Const.Deep.f;
      parameter Real p[5] = {a, b, c, d, e};
      parameter Real q = C.Deep.d;
      Real x = f(time);
      Real y = g(time);
      Real z = .Lib.Const.a*time;
    end M;
  end Use;
end Lib;
