// stage: simulate
// model: Told.Loop
// options: --stop 1
// note: where conditions are missing, the start value of a state that an initial equation is about is none of them
// note: (its start value is where an iteration begins), wherever it was given: each sensor begins at rest with what it measures
// final: a.x = 2
// final: s1.y = sqrt(5)
// final: b.x = -3
// final: s2.y = sqrt(10)
// final: c.x = 2
// final: s3.z = -sqrt(5)
// final: d.x = 2
// final: e.y = 7
// final: e.z = 49
// final: f.y = 4
// final: g.x = 2
// final: s5.x = sqrt(5) - 1
// final: h.x = -2
// final: f.z = 1
// expect-note: StartValueNotUsed
// expect-note: StartValuesChosen
// message: completed with the start values of: a.x, b.x, c.x, d.x, g.x, f.y
// message: the start value s1.y0 of 's1.y' is not used
package Told
  model Machine "nobody tells where it starts but its class"
    Real x(start = 2);
    Real v = sqrt(1 + x^2);
  equation
    der(x) = 0;
  end Machine;

  model Sensor "begins at rest"
    parameter Real y0 = 1;
    input Real u;
    Real y(start = y0);
  initial equation
    der(y) = 0;
  equation
    der(y) = u - y;
  end Sensor;

  model Opposite "the state has another name, and the other sign"
    input Real u;
    Real y(start = 1), z(start = -4, stateSelect = StateSelect.always);
  initial equation
    der(y) = 0;
  equation
    y = -z;
    der(y) = u - y;
  end Opposite;

  model Valued "an initial equation with a value"
    parameter Real p = 7;
    Real y(start = 3), z(start = 4);
  initial equation
    y = p;
    z = y^2;
  equation
    der(y) = 0;
    der(z) = 0;
  end Valued;

  model Both "an initial equation about two states is about neither"
    Real y(start = 3), z(start = 9);
  initial equation
    y + z = 5;
  equation
    der(y) = 0;
    der(z) = 0;
  end Both;

  model Filter "an initial equation for its output, one for a parameter"
    parameter Real p(fixed = false);
    input Real u;
    Real x(start = 0), y;
  initial equation
    y = p;
    p = u;
  equation
    y = x + 1;
    der(x) = u - y;
  end Filter;

  model Free "said not to be fixed: comes after all but what initial equations tell"
    Real x(start = -2, fixed = false);
    Real v = sqrt(1 + x^2);
  equation
    der(x) = 0;
  end Free;

  model Loop
    Machine a, b(x(start = -3)), c, d, g;
    Free h;
    Filter s5(u = g.v, x(start = 12));
    Sensor s6(u = h.v, y0 = 9);
    Sensor s1(u = a.v, y0 = 5), s2(u = b.v, y(start = 6)), s4(u = d.v, y0 = sqrt(5));
    Opposite s3(u = c.v, z(start = -8));
    Valued e(y(start = 1));
    Both f(y(start = 4));
  end Loop;
end Told;
