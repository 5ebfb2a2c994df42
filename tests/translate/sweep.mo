// Models of many kinds; each is translated to C and compared with the simulation (tests/tools/test_translate_sweep.py).
package Sweep
  model VanDerPol "stiff for explicit methods when mu grows"
    parameter Real mu = 2;
    Real x(start = 2, fixed = true), y(start = 0, fixed = true);
  equation
    der(x) = y;
    der(y) = mu*(1 - x^2)*y - x;
  end VanDerPol;

  model Lorenz
    Real x(start = 1, fixed = true), y(start = 1, fixed = true), z(start = 1, fixed = true);
  equation
    der(x) = 10*(y - x);
    der(y) = x*(28 - z) - y;
    der(z) = x*y - 8/3*z;
  end Lorenz;

  model Arrays "a rod in pieces"
    parameter Integer n = 8;
    Real T[n](each start = 20, each fixed = true);
    Real q[n + 1];
  equation
    q[1] = 5*(100 - T[1]);
    for i in 2:n loop
      q[i] = 3*(T[i - 1] - T[i]);
    end for;
    q[n + 1] = 0;
    der(T) = q[1:n] - q[2:n + 1];
  end Arrays;

  model Pendulum "index 3, one pair of states chosen by hand"
    Real x(start = 0.6, stateSelect = StateSelect.always, fixed = true), y(start = -0.8);
    Real vx(start = 0, stateSelect = StateSelect.always, fixed = true), vy, F;
  equation
    der(x) = vx;
    der(y) = vy;
    der(vx) = -F*x;
    der(vy) = -F*y - 9.81;
    x^2 + y^2 = 1;
  end Pendulum;

  model Loop "nonlinear algebraic loop"
    Real x(start = 1, fixed = true), a(start = 1), b(start = 1);
  equation
    der(x) = -a;
    a + exp(b/4) = x + 2;
    b^3 + b = a + time;
  end Loop;

  model LinearLoop
    Real x[3](start = {1, 2, 3}, each fixed = true), z[5];
    parameter Real A[5, 5] = [4, 1, 0, 0, 1; 1, 5, 2, 0, 0; 0, 2, 6, 1, 0; 0, 0, 1, 3, 1; 1, 0, 0, 1, 4];
  equation
    A*z = {x[1], x[2], x[3], sin(time), x[1]*x[2]};
    der(x) = -z[1:3] + {cos(time), 0, z[5]};
  end LinearLoop;

  model InitialEquations
    parameter Real k = 3;
    Real x, y, w(start = 1);
  initial equation
    der(x) = 0;
    y = x/2;
    w^3 + w = 10;
  equation
    der(x) = k - x + sin(y);
    der(y) = x - y;
    der(w) = -w*x;
  end InitialEquations;

  model BouncingBall
    Real h(start = 1, fixed = true), v(start = 0, fixed = true);
    Integer bounces(start = 0, fixed = true);
  equation
    der(h) = v;
    der(v) = -9.81;
    when h < 0 then
      reinit(v, -0.7*pre(v));
      bounces = pre(bounces) + 1;
    end when;
  end BouncingBall;

  model Thermostat "hysteresis"
    Real T(start = 15, fixed = true);
    Boolean on(start = true, fixed = true);
  equation
    der(T) = -0.3*(T - 10) + (if on then 8 else 0);
    on = not pre(on) and T < 19 or pre(on) and T <= 21;
  end Thermostat;

  model Sampled "a controller with a period"
    Real x(start = 0, fixed = true);
    discrete Real u(start = 0, fixed = true), e(start = 0, fixed = true);
  equation
    der(x) = -x + u;
    when sample(0, 0.13) then
      e = 1 - x;
      u = pre(u) + 0.4*e;
    end when;
  end Sampled;

  model Chatter "relations that switch an algebraic part"
    Real x(start = 0, fixed = true), y;
  equation
    y = if sin(5*time) > 0.3 then 2 elseif sin(5*time) > -0.5 then x else -1;
    der(x) = y - x;
  end Chatter;

  model Saturation
    Real x(start = 0, fixed = true), v(start = 3, fixed = true), u;
  equation
    der(x) = v;
    der(v) = -10*x + u;
    u = min(1, max(-1, -4*v));
  end Saturation;

  model Diode "an ideal diode in a circuit: a mixed block"
    Real s(start = 0), i, u, uc(start = 0, fixed = true);
    Boolean off(start = true);
  equation
    off = s < 0;
    u = s*(if off then 1 else 1e-5) + 0.3;
    i = s*(if off then 1e-5 else 1);
    5*sin(10*time) = 2*i + u + uc;
    der(uc) = (i - uc/50)/0.1;
  end Diode;

  function spring
    input Real x;
    input Real k[4];
    output Real f;
  algorithm
    f := 0;
    for i in size(k, 1):-1:1 loop
      f := f*x + k[i];
    end for;
  end spring;

  model Functions
    Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  equation
    der(x) = v;
    der(v) = -spring(x, {0.1, 2, 0, 0.5});
  end Functions;

  record Point
    Real x, y;
  end Point;

  function turned
    input Point p;
    input Real angle;
    output Point q;
  algorithm
    q.x := cos(angle)*p.x - sin(angle)*p.y;
    q.y := sin(angle)*p.x + cos(angle)*p.y;
  end turned;

  model Records
    Point p(x(start = 1, fixed = true), y(start = 0, fixed = true));
    Point q;
  equation
    q = turned(p, time/2);
    der(p.x) = q.y - p.x;
    der(p.y) = -q.x;
  end Records;

  model Algorithm
    Real x(start = 1, fixed = true), s, p;
  algorithm
    s := 0;
    p := 1;
    for i in 1:6 loop
      p := p*x/i;
      s := s + p;
    end for;
  equation
    der(x) = -s/4;
  end Algorithm;

  model Enumerations
    type Gear = enumeration(low, middle, high);
    Gear gear(start = Gear.low, fixed = true);
    parameter Real push[3] = {3, 2, 1};
    Real v(start = 0, fixed = true);
  equation
    when v > 2 then
      gear = Gear.middle;
    elsewhen v > 4 then
      gear = Gear.high;
    end when;
    der(v) = push[Integer(gear)];
  end Enumerations;

  model StepTimes "time events at given times"
    Real x(start = 0, fixed = true), u;
    Integer n(start = 0, fixed = true);
  equation
    u = if time < 0.317 then 1 elseif time < 0.9 then -1 else 0.5;
    der(x) = u - x;
    when {time > 0.25, time > 0.75, initial()} then
      n = pre(n) + 1;
    end when;
  end StepTimes;

  model Integers "rounding, remainders, booleans"
    Real x(start = 0.2, fixed = true);
    Integer k = integer(3*x), m = mod(k, 2);
    Real r = rem(2*x, 2), f = floor(x) + ceil(2*x);
    Boolean odd = m == 1;
  equation
    der(x) = if odd then 1 else 1.5;
  end Integers;

  model Higher "second derivatives and a constraint on velocities"
    Real x(start = 1, fixed = true), y(start = 0), z(start = 0, fixed = true);
    Real vx(start = 0, fixed = true);
  equation
    vx = der(x);
    der(vx) = -x + z;
    y = 2*x;
    der(z) = der(y) - z;
  end Higher;

  model OverTheTop "states that are exchanged while it runs, with an event"
    Real x(start = 1), y(start = 0, fixed = true), vx, vy(start = -6, fixed = true), F;
    Integer turns(start = 0, fixed = true);
  equation
    der(x) = vx;
    der(y) = vy;
    der(vx) = -F*x;
    der(vy) = -F*y - 9.81;
    x^2 + y^2 = 1;
    when y > 0.5 then
      turns = pre(turns) + 1;
    end when;
  end OverTheTop;

  model DeadCentre "the states that are guessed are the wrong ones at the start"
    Real x(start = 1), y(start = 0), vx(start = 0), vy(start = 0), F;
  equation
    x^2 + y^2 = 1;
    der(x) = vx;
    der(y) = vy;
    der(vx) = -F*x;
    der(vy) = -F*y - 9.81;
  end DeadCentre;

  model Elementary "all elementary functions"
    Real x(start = 0.3, fixed = true), y[12];
  equation
    der(x) = 0.5*cos(time);
    y = {sin(x), cos(x), tan(x), asin(x/2), acos(x/2), atan(x), atan2(x, 2), sinh(x), cosh(x), tanh(x),
      exp(x) + log(x + 2) + log10(x + 2), sqrt(abs(x)) + sign(x)};
  end Elementary;

  model Clocked "clocks of several rates, an event clock and clocked differential equations"
    Real x(start = 1, fixed = true);
    Clock c = Clock(Clock(1, 10), solverMethod = "ImplicitEuler");
    Real u, f(start = 0), held;
    Integer k(start = 0), slow, late, crossings(start = 0);
  equation
    der(x) = -x + held;
    held = hold(f);
    u = sample(x, c);
    der(f) = -f - f^3 + u;
    when c then
      k = previous(k) + 1;
    end when;
    slow = subSample(k, 3);
    late = shiftSample(k, 1, 2);
    when Clock(sin(7*time) > 0.2) then
      crossings = previous(crossings) + 1;
    end when;
  end Clocked;

  model DelayEquation "a state that depends on its own past, and something that is no state"
    parameter Real T = 0.3;
    Real x(start = 1, fixed = true), y(start = 0, fixed = true), w, late;
  equation
    der(x) = -2*delay(x, T);
    w = sin(3*time) + x;
    late = delay(w, 0.25 + 0.1*cos(time), 0.5);
    der(y) = late - y;
  end DelayEquation;

  model DelayedJumps "jumps that come out again, as events do"
    Real x(start = 0, fixed = true), s, late;
    Boolean on(start = false, fixed = true);
  equation
    when sample(0.15, 0.37) then
      on = not pre(on);
    end when;
    s = (if on then 1 else 0) + (if x > 0.4 then 0.5 else 0);
    late = delay(s, 0.11);
    der(x) = late - x;
  end DelayedJumps;

  function scaled "arrays of any size in and out"
    input Real x[:];
    input Real A[:, size(x, 1)];
    output Real y[size(A, 1)];
  protected
    Real part[size(x, 1)];
  algorithm
    part := x/max(1, sum(abs(x[i]) for i in 1:size(x, 1)));
    y := A*part;
  end scaled;

  function looked "a table of any size, which it hands on"
    input Real table[:, 2];
    input Real x;
    output Real y = 0;
  protected
    Real t[size(table, 1)] = table[:, 1];
  algorithm
    for i in 1:size(table, 1) - 1 loop
      if x >= table[i, 1] and x < table[i + 1, 1] then
        y := table[i, 2] + (x - table[i, 1])*width(t, i)*(table[i + 1, 2] - table[i, 2]);
      end if;
    end for;
  end looked;

  function width
    input Real t[:];
    input Integer i;
    output Real y = 1/(t[i + 1] - t[i]);
  algorithm
  end width;

  model AnySize "functions of arrays of any size, called with several"
    Real x[3](start = {1, 2, 3}, each fixed = true), p[2], q[1], u, w;
  equation
    der(x) = -scaled(x, [1, 0.1, 0; 0, 2, 0; 0, 0.3, 3]);
    p = scaled(x[1:2], [1, 2; 3, 4]);
    q = scaled(x, {{time, 1, 2}});
    u = looked([0, 0; 0.5, 2; 1, 1; 3, 0], time);
    w = looked([0, 1; 3, 2], time);
  end AnySize;

  record Place
    Real xy[2];
    Real z;
  end Place;

  function columns "elements that do not follow each other"
    input Real u;
    output Real A[3, 2];
  algorithm
    A := zeros(3, 2);
    for i in 1:3 loop
      A[i, 2] := i*u;
      A[i, 1] := 10*i*u;
    end for;
  end columns;

  function places
    input Real u;
    output Place p[3];
  algorithm
    for i in 1:3 loop
      p[i].xy := {i*u, 10*i*u};
      p[4 - i].z := 100*i*u;
      p[i].xy[2] := p[i].xy[2] + 1;
    end for;
  end places;

  model Filled
    Real x(start = 1, fixed = true), A[3, 2];
    Place p[3];
  equation
    A = columns(x);
    p = places(x);
    der(x) = -A[2, 2]/2 - 0.01*p[3].xy[1] + 0.001*p[1].z;
  end Filled;

  function power "ends because the call stands on a branch"
    input Real x;
    input Integer n;
    output Real y;
  algorithm
    y := if n <= 0 then 1 else x*power(x, n - 1);
  end power;

  function even
    input Integer n;
    output Boolean y;
  algorithm
    y := n == 0 or n > 1 and even(n - 2);
  end even;

  function fibonacci "calls on branches of branches, and one that all of them share"
    input Integer n;
    input Real x;
    output Real y;
  algorithm
    y := if n < 2 then n*x else if n > 20 then power(x, 2) else fibonacci(n - 1, x) + fibonacci(n - 2, x) + 0.001*power(x, 2);
  end fibonacci;

  model Branches
    Real x(start = 1, fixed = true), y;
    Integer n(start = 0, fixed = true);
  equation
    der(x) = -0.1*power(x, 3) + (if even(n) then fibonacci(n, 0.1) else 0);
    y = if n > 3 and power(x, n) > 0.5 then power(x, 2) else fibonacci(n, x);
    when sample(0.3, 0.3) then
      n = pre(n) + 1;
    end when;
  end Branches;
end Sweep;
