// stage: simulate
// model: Starts.Levels
// options: --stop 0.1
// note: of start values of one quantity the one given nearest to the model is used: 3, or 7 if given on two levels
// final: m1.x = 3
// final: m2.x = 3
// final: m3.x = 3
// final: m4.x = 3
// final: m5.x = 3
// final: m6.a.x = 3
// final: m7.x = -3
// final: m8.x = 3
// final: m9.a.x = 3
// final: m10.t = 3
// final: v1.x[1] = 3
// final: v1.x[2] = 4
// final: v2[1].x = 3
// final: v2[2].x = 5
// final: own = 3
// final: m11.a.x = 3
// final: m12.x = 3
// final: m13.x = 3
// expect-note: StartValueNotUsed
// expect-note: StartValuesChosen
// message: the start value 7.0 of 'm6.a.x' is not used: 'm6.a.y' is the same .* given in the model, this one in the class of a component
// message: the start value 8.0 of 'm13.y' is not used: 'm13.x' is the same quantity, and its start value is fixed
package Starts
  model Two "x = y, with defaults"
    Real x(start = 4);
    Real y(start = 5);
  equation
    x = y;
    der(y) = 0;
  end Two;

  model ByParameter "start values are parameters"
    parameter Real xStart = 4;
    parameter Real yStart = 5;
    Real x(start = xStart);
    Real y(start = yStart);
  equation
    x = y;
    der(y) = 0;
  end ByParameter;

  model ByChain "a parameter that is another one"
    parameter Integer s = 4;
    ByParameter a(yStart = s);
  end ByChain;

  model Opposite
    Real x(start = 4);
    Real y(start = 5);
  equation
    x = -y;
    der(x) = 0;
  end Opposite;

  model Derived "the modifier of an extends clause counts as the derived class"
    extends Two(y(start = 7));
  end Derived;

  model Wrapped "both levels give one: the outer one counts"
    Two a(x(start = 7));
    Real z(start = 6);
  equation
    z = a.x;
  end Wrapped;

  type Temperature = Real(start = 288);

  model OfType "a default of a type counts least"
    Temperature t;
    Real u(start = 4);
  equation
    t = u;
    der(t) = 0;
  end OfType;

  model Arrays
    Real x[2](start = {1, 1});
    Real y[2](each start = 2);
  equation
    x = y;
    der(x) = {0, 0};
  end Arrays;

  model Base
    Real deep(start = 9);
  end Base;

  model Final "final is no matter of confidence"
    Real x(final start = 5);
    Real y(start = 4);
  equation
    x = y;
    der(x) = 0;
  end Final;

  model Fixed "fixed start values hold, whoever gave them"
    Real x(start = 3, fixed = true);
    Real y(start = 4);
  equation
    x = y;
    der(x) = 0;
  end Fixed;

  model Levels
    extends Base;
    Two m1(x(start = 3));
    Two m2(y(start = 3));
    ByParameter m3(xStart = 3);
    ByParameter m4(yStart = 3);
    Two m5(y.start = 3);
    Wrapped m6(a(y(start = 3)));
    Opposite m7(y(start = 3));
    Derived m8(x(start = 3));
    ByChain m9(s = 3);
    OfType m10(u(start = 3));
    Arrays v1(y(start = {3, 4}));
    Two v2[2](y(start = {3, 5}));
    ByChain m11(a(xStart = 3));
    Final m12(y(start = 3));
    Fixed m13(y(start = 8));
    Real own(start = 3) "in the same class as an inherited one";
  equation
    own = deep;
    der(deep) = 0;
  end Levels;
end Starts;
